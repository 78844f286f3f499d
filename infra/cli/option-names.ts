/** Fields whose option has a different name. The option of any other field has the same name: `timeZone` is `--time-zone`. */
const OPTIONS: Record<string, string> = {
  availability: "hours",
  bookingFields: "bookingField",
  expiresAt: "expires",
  isDefault: "default",
  isOrganization: "organization",
  lengths: "otherLength",
  locations: "location",
  overrides: "override",
  paymentOption: "option",
  redirectUris: "redirectUri",
  scopes: "scope",
  teamId: "team",
  userId: "user",
};

/** The attribute under which commander stores the option of a field. */
export const attributeOf = (field: string): string => OPTIONS[field] ?? field;

/** The option of a field on the command line. */
export const optionOf = (field: string): string =>
  `--${attributeOf(field).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
