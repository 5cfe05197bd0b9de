//! A connection and the calls that share it: who writes, who reads, who waits.
//!
//! A caller that is alone does its own reading and writing, with the system
//! calls of a bare ping-pong. Once a second call is under way a task of the
//! connection does both for all of them, so that a caller that is dropped or
//! not polled holds up nobody but itself. The task ends when company has left.
//!
//! Knows neither sockets nor frames nor a runtime: [`Wire`] stands for them,
//! so that a model checker can drive the same code.

mod book;
mod calls;
mod core;
mod driver;
mod engine;
mod inbox;
mod slot;
mod ticket;
mod traffic;
mod wire;

pub(crate) use self::core::Line;
pub(crate) use driver::Driver;
pub(crate) use slot::Spare;
pub(crate) use ticket::{Course, Failed, Sent, Ticket};
pub(crate) use wire::{Answer, End, Wire};
