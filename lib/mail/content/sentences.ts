import * as z from "zod";
import type { Recipient } from "#lib/mail/booking.ts";

/** What a mail about a booking is about. */
export const MailKind = z.enum([
  "requested",
  "confirmed",
  "rescheduled",
  "updated",
  "cancelled",
  "rejected",
  "reminder",
]);
export type MailKind = z.output<typeof MailKind>;

/** What a mail is about, also one that is not about a booking. */
export const EMAIL_KINDS = [...MailKind.options, "calendar_disconnected"] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

export type RowName = "what" | "when" | "before" | "where" | "host" | "guests" | "notes" | "reason";
export type LinkName = "manage" | "accept" | "reject";

/** The strings of one language. */
interface Sentences {
  /** How the subject begins. */
  subjects: Record<MailKind, string>;
  /** The first sentence, for each role. */
  headlines: Record<MailKind, Record<Recipient["role"], string>>;
  labels: Record<RowName, string>;
  links: Record<LinkName, string>;
  /** A title with the person on the other side. */
  titleWith: (title: string, name: string) => string;
  /** The guests that a list does not name. */
  more: (count: number) => string;
}

const en: Sentences = {
  subjects: {
    requested: "Request",
    confirmed: "Confirmed",
    rescheduled: "New time",
    updated: "Updated",
    cancelled: "Cancelled",
    rejected: "Declined",
    reminder: "Reminder",
  },
  headlines: {
    requested: {
      guest: "Your request was sent. You get another mail when the host decides.",
      host: "You have a new booking request.",
    },
    confirmed: { guest: "Your booking is confirmed.", host: "You have a new booking." },
    rescheduled: { guest: "Your booking has a new time.", host: "A booking has a new time." },
    updated: { guest: "The guests of your booking changed.", host: "The guests of a booking changed." },
    cancelled: { guest: "Your booking was cancelled.", host: "A booking was cancelled." },
    rejected: { guest: "Your request was declined.", host: "A request was declined." },
    reminder: { guest: "Your booking starts soon.", host: "A booking starts soon." },
  },
  labels: {
    what: "What",
    when: "When",
    before: "Previous time",
    where: "Where",
    host: "Host",
    guests: "Guests",
    notes: "Notes",
    reason: "Reason",
  },
  links: { manage: "Reschedule or cancel", accept: "Accept", reject: "Decline" },
  titleWith: (title, name) => `${title} with ${name}`,
  more: (count) => `and ${count} more`,
};

const de: Sentences = {
  subjects: {
    requested: "Anfrage",
    confirmed: "Bestätigt",
    rescheduled: "Neuer Termin",
    updated: "Geändert",
    cancelled: "Abgesagt",
    rejected: "Abgelehnt",
    reminder: "Erinnerung",
  },
  headlines: {
    requested: {
      guest: "Ihre Anfrage wurde gesendet. Sie erhalten eine weitere E-Mail, sobald darüber entschieden ist.",
      host: "Sie haben eine neue Terminanfrage.",
    },
    confirmed: { guest: "Ihr Termin ist bestätigt.", host: "Sie haben einen neuen Termin." },
    rescheduled: { guest: "Ihr Termin wurde verschoben.", host: "Ein Termin wurde verschoben." },
    updated: {
      guest: "Die Gäste Ihres Termins haben sich geändert.",
      host: "Die Gäste eines Termins haben sich geändert.",
    },
    cancelled: { guest: "Ihr Termin wurde abgesagt.", host: "Ein Termin wurde abgesagt." },
    rejected: { guest: "Ihre Anfrage wurde abgelehnt.", host: "Eine Anfrage wurde abgelehnt." },
    reminder: { guest: "Ihr Termin beginnt bald.", host: "Ein Termin beginnt bald." },
  },
  labels: {
    what: "Was",
    when: "Wann",
    before: "Bisheriger Zeitpunkt",
    where: "Wo",
    host: "Gastgeber",
    guests: "Gäste",
    notes: "Anmerkungen",
    reason: "Grund",
  },
  links: { manage: "Verschieben oder absagen", accept: "Annehmen", reject: "Ablehnen" },
  titleWith: (title, name) => `${title} mit ${name}`,
  more: (count) => `und ${count} weitere`,
};

const fr: Sentences = {
  subjects: {
    requested: "Demande",
    confirmed: "Confirmé",
    rescheduled: "Nouvel horaire",
    updated: "Modifié",
    cancelled: "Annulé",
    rejected: "Refusé",
    reminder: "Rappel",
  },
  headlines: {
    requested: {
      guest: "Votre demande a été envoyée. Vous recevrez un autre e-mail dès qu’une décision sera prise.",
      host: "Vous avez une nouvelle demande de rendez-vous.",
    },
    confirmed: { guest: "Votre rendez-vous est confirmé.", host: "Vous avez un nouveau rendez-vous." },
    rescheduled: { guest: "Votre rendez-vous a été déplacé.", host: "Un rendez-vous a été déplacé." },
    updated: {
      guest: "Les invités de votre rendez-vous ont changé.",
      host: "Les invités d’un rendez-vous ont changé.",
    },
    cancelled: { guest: "Votre rendez-vous a été annulé.", host: "Un rendez-vous a été annulé." },
    rejected: { guest: "Votre demande a été refusée.", host: "Une demande a été refusée." },
    reminder: { guest: "Votre rendez-vous commence bientôt.", host: "Un rendez-vous commence bientôt." },
  },
  labels: {
    what: "Quoi",
    when: "Quand",
    before: "Ancien horaire",
    where: "Où",
    host: "Hôte",
    guests: "Invités",
    notes: "Remarques",
    reason: "Motif",
  },
  links: { manage: "Déplacer ou annuler", accept: "Accepter", reject: "Refuser" },
  titleWith: (title, name) => `${title} avec ${name}`,
  more: (count) => `et ${count} de plus`,
};

const es: Sentences = {
  subjects: {
    requested: "Solicitud",
    confirmed: "Confirmada",
    rescheduled: "Nueva hora",
    updated: "Modificada",
    cancelled: "Cancelada",
    rejected: "Rechazada",
    reminder: "Recordatorio",
  },
  headlines: {
    requested: {
      guest: "Su solicitud se ha enviado. Recibirá otro correo cuando se decida.",
      host: "Tiene una nueva solicitud de cita.",
    },
    confirmed: { guest: "Su cita está confirmada.", host: "Tiene una nueva cita." },
    rescheduled: { guest: "Su cita tiene una nueva hora.", host: "Una cita tiene una nueva hora." },
    updated: {
      guest: "Los invitados de su cita han cambiado.",
      host: "Los invitados de una cita han cambiado.",
    },
    cancelled: { guest: "Su cita se ha cancelado.", host: "Una cita se ha cancelado." },
    rejected: { guest: "Su solicitud se ha rechazado.", host: "Una solicitud se ha rechazado." },
    reminder: { guest: "Su cita empieza pronto.", host: "Una cita empieza pronto." },
  },
  labels: {
    what: "Qué",
    when: "Cuándo",
    before: "Hora anterior",
    where: "Dónde",
    host: "Anfitrión",
    guests: "Invitados",
    notes: "Notas",
    reason: "Motivo",
  },
  links: { manage: "Cambiar o cancelar", accept: "Aceptar", reject: "Rechazar" },
  titleWith: (title, name) => `${title} con ${name}`,
  more: (count) => `y ${count} más`,
};

/** All strings of mails. */
export const SENTENCES = { en, de, fr, es } as const;
export type MailLanguage = keyof typeof SENTENCES;

/** All languages of mails. */
export const MAIL_LANGUAGES = ["en", "de", "fr", "es"] as const satisfies readonly MailLanguage[];

/** A language with its region (RFC 5646). Bookers may send other subtags, too, in any case. */
const LANGUAGE = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?![a-z\d])/i;

/**
 * The language and the locale of `Intl` for a person: the person's if it is among some languages, else English or, without that, the first of
 * them.
 */
export function languageOf(
  locale: string,
  among: readonly MailLanguage[] = MAIL_LANGUAGES,
): { language: MailLanguage; locale: string } {
  const [, language, region] = LANGUAGE.exec(locale) ?? [];
  if (isMailLanguage(language) && among.includes(language))
    return { language, locale: region === undefined ? language : `${language}-${region.toUpperCase()}` };
  const [first = "en"] = among;
  const other = among.includes("en") ? "en" : first;
  return { language: other, locale: other };
}

/** Whether mails have a language. */
export const isMailLanguage = (language: string | undefined): language is MailLanguage =>
  language !== undefined && Object.hasOwn(SENTENCES, language);
