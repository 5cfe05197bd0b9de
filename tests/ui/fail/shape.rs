//! What a trait may have and a service may not.

#[yar::service]
trait Shapes {
    const LIMIT: u8;
    type Item;
    fn generic<T: Copy>(&self, value: T);
    fn bounded(&self)
    where
        u8: Copy;
    fn pattern(&self, (a, b): (i64, i64), mut c: i64, _: i64);
    fn with_body(&self) -> i64 {
        1
    }
    unsafe fn dangerous(&self);
    #[cfg(unix)]
    fn conditional(&self);
        fn many(&self, p0: u8, p1: u8, p2: u8, p3: u8, p4: u8, p5: u8, p6: u8, p7: u8, p8: u8,
        p9: u8, p10: u8, p11: u8, p12: u8, p13: u8, p14: u8, p15: u8, p16: u8, p17: u8, p18: u8,
        p19: u8, p20: u8, p21: u8, p22: u8, p23: u8, p24: u8, p25: u8, p26: u8, p27: u8, p28:
        u8, p29: u8, p30: u8, p31: u8, p32: u8, p33: u8, p34: u8, p35: u8, p36: u8, p37: u8,
        p38: u8, p39: u8, p40: u8, p41: u8, p42: u8, p43: u8, p44: u8, p45: u8, p46: u8, p47:
        u8, p48: u8, p49: u8, p50: u8, p51: u8, p52: u8, p53: u8, p54: u8, p55: u8, p56: u8,
        p57: u8, p58: u8, p59: u8, p60: u8, p61: u8, p62: u8, p63: u8, p64: u8, p65: u8, p66:
        u8, p67: u8, p68: u8, p69: u8, p70: u8, p71: u8, p72: u8, p73: u8, p74: u8, p75: u8,
        p76: u8, p77: u8, p78: u8, p79: u8, p80: u8, p81: u8, p82: u8, p83: u8, p84: u8, p85:
        u8, p86: u8, p87: u8, p88: u8, p89: u8, p90: u8, p91: u8, p92: u8, p93: u8, p94: u8,
        p95: u8, p96: u8, p97: u8, p98: u8, p99: u8, p100: u8, p101: u8, p102: u8, p103: u8,
        p104: u8, p105: u8, p106: u8, p107: u8, p108: u8, p109: u8, p110: u8, p111: u8, p112:
        u8, p113: u8, p114: u8, p115: u8, p116: u8, p117: u8, p118: u8, p119: u8, p120: u8,
        p121: u8, p122: u8, p123: u8, p124: u8, p125: u8, p126: u8, p127: u8, p128: u8);
}

#[yar::service]
trait Generic<T> {
    fn get(&self) -> T;
}

#[yar::service]
unsafe trait Dangerous {}

fn main() {}
