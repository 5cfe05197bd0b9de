//! Accounts of a shop: who there is, and who may do what.
@version("1.4.0")
@php(namespace = "Acme\\Shop\\Accounts")
package shop.accounts;

import "common/base.yar" as base;
import { Health } from "common/base.yar";

/// The most accounts on one page.
const MAX_PAGE: u32 = 0x64

/// How long a session lasts, in milliseconds.
const SESSION: duration = 1_800_000

/// The day on which accounts were opened to everyone.
const LAUNCH: date = "2024-02-29"

/// Accounts from before this moment have no confirmed address.
const CONFIRMED_SINCE: timestamp = "2024-03-01T00:00:00Z"

/// What an account may do at first.
const DEFAULT_ROLE: Role = member

/// How much of the limit is a warning.
const WARN_AT: f64 = 0.8

/// Who acts when the shop does something by itself.
const SYSTEM: string = "the \"shop\" itself"

/// What the files of exported accounts begin with.
const EXPORT_MARK: bytes = "YAR\x00\xff"

/// Whether addresses must be confirmed.
const CONFIRM: bool = true

/// What an account may do.
enum Role: string {
  guest
  member
  /// May do everything.
  admin = "ADMIN"
  reserved owner, "root"
}

/// How an account is.
@closed
enum State: i32 {
  active = 1
  locked = 2
  closed = 9
  reserved 5
}

/// The number of an account.
type AccountId = u64

/// Somebody who can sign in.
struct Account {
  id: AccountId
  name: string
  role: Role = member
  state: State = active
  /// The address for letters; without one nothing is sent.
  email: string?
  /// Left out until the address is confirmed.
  confirmed?: timestamp
  birthday: date?
  @format(rfc3339) created: timestamp
  tags: list<string> = []
  contact: Contact = none
  @deprecated("use contact", since = "1.2.0", replaced_by = "contact") phone?: string
  reserved fax, telex
}

/// What changes; what is left out stays as it is.
struct AccountPatch {
  name?: string
  /// Null takes the address away.
  email?: string?
  role?: Role
}

/// How to reach somebody.
union Contact {
  email: string
  phone: Phone
  /// Not at all.
  none
  reserved pager
}

/// A telephone number.
struct Phone { country: u16, number: string, extension?: u16 }

/// A part of all accounts.
struct Page {
  accounts: list<Account>
  /// Where the next part begins; null at the end.
  next: string?
  total: u64
}

/// There is no such account.
error NotFound = 1404 "no such account" { id?: AccountId }

/// Somebody else has the name.
error NameTaken = 1409 "the name is taken" { suggestions?: list<string>, reserved similar }

/// Too much was asked for; later it may go.
@wire("QuotaExceededException")
error QuotaExceeded = 1429 { retry_after: duration?, reserved 1428 }

/// Finds, opens and changes accounts.
service Accounts extends Health {
  /// The account with this number.
  @example(
    args = [1],
    returns = { id: 1, name: "Ann", email: null, created: "2026-11-30T12:00:00Z" },
  )
  @example(args = [2], throws = NotFound)
  @idempotent
  get(id: AccountId) -> Account throws NotFound

  /// A page of accounts, by number.
  @example(args = [{ limit: 2 }], returns = { accounts: [], next: null, total: 0 })
  @example(
    args = [{ cursor: "b", limit: 2 }, Role.admin],
    returns = { accounts: [], next: null, total: 0 },
  )
  @idempotent
  list(page: base.PageRequest, role?: Role, order: string = "id") -> Page

  /// Opens an account and returns its number.
  @example(args = ["Ann"], returns = 1)
  @example(args = ["Ann", "ann@example.org", admin], throws = NameTaken)
  open(
    name: string,
    email?: string?,
    role: Role = DEFAULT_ROLE,
  ) -> AccountId throws NameTaken, QuotaExceeded

  /// Changes what is given.
  @example(args = [1, { email: null }])
  change(id: AccountId, patch: AccountPatch) throws NotFound, NameTaken

  /// Signs in; the token is for one session.
  @example(args = ["Ann", "secret"], returns = "\x01\x02\x03")
  @strict_arity
  sign_in(name: string, password: string, lifetime: duration = SESSION) -> bytes throws NotFound

  /// Whether somebody has the name.
  @deprecated("open says so", since = "1.3.0", replaced_by = "open")
  @example(args = ["Ann"], returns = false)
  @wire("isTaken")
  is_taken(name: string) -> bool

  reserved remove
}
