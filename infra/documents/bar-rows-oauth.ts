import type { BarRow } from "./bar-row.ts";

/** What is asked of the authorization server. */
export const OAUTH_ROWS: Record<string, BarRow> = {
  "O-01": {
    asks: "The specification's flow word for word: four parameters to authorize, five fields for tokens, forms and JSON, the refresh token in the body or the header",
  },
  "O-02": {
    asks: "Five clients of others, unmodified, sign a user in, call, refresh, revoke, and understand errors",
    differs:
      "oauth4webapi, openid-client, simple-oauth2, passport-oauth2 and arctic, all of this language. Auth.js is oauth4webapi inside; Go's x/oauth2 is not run, its way to probe how a client may prove itself is.",
  },
  "O-03": { asks: "37 and more ways to bend a redirect address lead nowhere" },
  "O-04": {
    asks: "A code of 256 bits is good for a minute, once: 20 at once get one answer at most, and a second use ends all that came of it",
  },
  "O-05": { asks: "Whoever is not the right client, or comes by another address, uses no code up" },
  "O-06": {
    asks: "PKCE with S256 for whoever wants it, and for public clients in any case; plain, short and left out are refused",
  },
  "O-07": { asks: "The issuer's name is in every answer at the redirect address, once" },
  "O-08": { asks: "Metadata of server and resource, public keys, and something at every address they name" },
  "O-09": {
    asks: "Answers and errors of the token address as RFC 6749 has them, with a message for older clients, kept by nobody",
  },
  "O-10": {
    asks: "Refresh tokens are replaced; an old one that comes again ends the grant; 30 days unused, or a year, is the end",
    differs:
      "A confidential client may use the one before until its replacement is used, so that a lost answer can be asked for again ([ADR 0020](adr/0020-a-grant-is-the-credential.md)).",
  },
  "O-11": {
    asks: "Revocation and introspection as in RFC 7009 and 7662; other clients' tokens look like none",
  },
  "O-12": {
    asks: "What is revoked is refused at the very next call",
    measured: "The delay by `npm run bench -- oauth`, 50 times.",
  },
  "O-13": { asks: "No kind of credential is taken for another" },
  "O-14": {
    asks: "35 and more ways to tamper with an access token are answered 401",
    measured: "How long the slowest takes, by `npm run bench -- oauth`.",
  },
  "O-15": { asks: "No secret, code or token is readable in the table or the log" },
  "O-16": {
    asks: "Which scopes open which route: handlers answer as the OpenAPI document says, for every route and set of scopes",
  },
  "O-17": {
    asks: "A token never does more than its user may; an admin's acts as anybody's without the scope ADMIN",
  },
  "O-18": {
    asks: "The consent page names the application, says scopes in words, marks new ones, and can be denied",
  },
  "O-19": {
    asks: "Pages without scripts, frames, referrers, copies, and requests to others",
  },
  "O-20": { asks: "A form counts only from the browser, session and request it was shown for" },
  "O-21": { asks: "Forms are answered with 303" },
  "O-22": { asks: "Guessing passwords and client secrets is slowed down, and shuts nobody else out" },
  "O-23": { asks: "Signing in does not tell who has an account" },
  "O-24": {
    asks: "Signing keys change without one failed call; stolen ones are gone within a minute",
  },
  "O-25": {
    asks: "The same tests pass with keys that never leave KMS",
    lacks:
      "Not built: functions sign with keys that KMS seals ([ADR 0019](adr/0019-signing-keys-are-one-item.md) says why), so there is one signer.",
  },
  "O-26": {
    asks: "The operator makes, shows, changes and disables applications, gives them new secrets, and revokes grants",
  },
  "O-27": { asks: "Users see and take back what applications may do for them" },
  "O-28": {
    asks: "Used-up codes and tokens that come again, and clients that can't prove themselves, are told of",
  },
  "O-29": {
    asks: "The authorizer's answer holds for every route, two different Authorization headers are refused, and no other header says who calls",
  },
  "O-30": {
    asks: "Tokens, authorizer and authorize page within their budgets",
    measured: "By `npm run bench -- oauth`; [benchmarks.md](benchmarks.md) has the figures.",
  },
  "O-31": {
    asks: "A recorded run of OAuch, the public attack suite",
    lacks:
      "Not run: it needs .NET 10 and a browser of its own. Its redirect, PKCE, code and refresh attacks are among the tests of O-03 to O-10.",
  },
  "O-32": {
    asks: "Tokens bound to their holder's key (DPoP, RFC 9449)",
    lacks: "Not built: tokens are bearer tokens.",
  },
  "O-33": { asks: "Errors of what is dead say what to do: start the authorization again" },
  "O-34": { asks: "A dead refresh token is `invalid_grant`" },
  "O-35": { asks: "An unknown scope leads back with `invalid_scope`" },
};
