import { expect, it, vi } from "vitest";
import { securityText } from "#lib/entry/documents/security-text.ts";
import { setClock } from "#lib/platform/clock.ts";

it("the security contact is the operator's setting, with an expiry date", () => {
  vi.stubEnv("SECURITY_CONTACT", "https://example.com/report");
  setClock(() => Date.UTC(2031, 0, 1, 12));
  expect(securityText("https://api.example.com/v1").body).toBe(`Contact: https://example.com/report
Expires: 2031-04-01T00:00:00Z
Preferred-Languages: en
Canonical: https://api.example.com/v1/.well-known/security.txt
`);
});

it("the default security contact is an address of the domain", () => {
  expect(securityText("https://api.example.com/v1").body).toContain(
    "Contact: mailto:security@api.example.com\n",
  );
});
