// Copyright: nobody.
//!A shop, written in a hurry.
//!
//! Everything is somewhere.
  package   shop . order ;   // the orders
type Handle=string; type Prices = map < Handle , list<i64> , > ; // cents
error NotFound=404 "not \"found\"";
error Gone = 410
/* How an order goes:
     /* open */ first. */
enum State:string{open,paid="PAID",gone}


///Levels of importance.
enum Level : i32
{
  low = 0 ; // the default

  ///   The highest.
  high = 0x10, under=-1 }

struct Order { // what was bought
  id:u64, state : State   // how it goes



  /// Names of people.
	names: list<string>?;
  pairs: list<(i64,Handle?,)> /* odd */ ,
  by_level: map<Level,Line>
  // nothing more
}
struct Line{order:Order? count:u16,ratio:f32}
struct Empty {
}
struct Later { /* nothing yet */ }

/// Orders.
service Orders{
  /// Finds one.
  find(id:u64,deep:bool,)->Order? throws NotFound,Gone; put(order: Order, /* all */ prices: Prices)->(u64,bool) throws Gone
  list(state: State, // all of them
       names: map<string, list<list<f64>>>)
    -> list<Order>;
  a_method_with_a_long_name(and_a_parameter: list<Order>, and_another_parameter: map<string, Order>) -> bool
  ping(
  )
  // the end
}
service Health{ping()->bool;}
// really
