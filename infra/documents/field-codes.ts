import type { FieldCode } from "#lib/failures.ts";

/** The meaning of each code of an invalid field. */
export const FIELD_CODES: Record<FieldCode, string> = {
  required: "The field is missing or empty.",
  unknown_field: "The request has no field of this name.",
  invalid_type: "The value has the wrong type, such as a string instead of a number.",
  invalid_format: "The text has the wrong format: for example a date, an email address or a URL.",
  invalid_value: "The value is not one of the allowed values.",
  invalid_union: "The value has none of the allowed forms.",
  too_small: "The number is too low, or the text or list is too short.",
  too_big: "The number is too high, or the text or list is too long.",
  not_multiple_of: "The number is not a multiple of the required number.",
  invalid_key: "The name of a member of the object is not allowed.",
  invalid_element: "An element of the collection is invalid.",
  custom: "The value breaks another rule of the field.",
  invalid: "The value conflicts with other fields or with stored data, such as an id that does not exist.",
  taken: "The value must be unique and is already in use.",
  not_started: "The booking has not started yet.",
};
