import * as z from "zod";
import { cleanLine, cutText, LONGEST_IN_HEADER } from "./clean-text.ts";
import { type RenderedMail, renderContent } from "./render.ts";
import { languageOf, type MailLanguage } from "./sentences.ts";

/** What mails contain of a disconnected calendar: fields of the event's payload, which `lib/calendar/external/status-events.ts` creates. */
export const MailCalendar = z.object({ calendarId: z.int(), name: z.string(), account: z.string() });
export type MailCalendar = z.output<typeof MailCalendar>;

/** The strings of one language. */
interface Sentences {
  subject: string;
  headline: string;
  calendar: string;
  account: string;
  /** The link to the page where the calendar can be connected again. */
  link: string;
}

const SENTENCES: Record<MailLanguage, Sentences> = {
  en: {
    subject: "Calendar disconnected",
    headline:
      "Your calendar can't be read any more. Until you connect it again, its new events don't block bookings.",
    calendar: "Calendar",
    account: "Account",
    link: "Manage your calendars",
  },
  de: {
    subject: "Kalender getrennt",
    headline:
      "Ihr Kalender kann nicht mehr gelesen werden. Bis Sie ihn wieder verbinden, sperren seine neuen Termine keine Buchungen.",
    calendar: "Kalender",
    account: "Konto",
    link: "Kalender verwalten",
  },
  fr: {
    subject: "Calendrier déconnecté",
    headline:
      "Votre calendrier ne peut plus être lu. Tant que vous ne le reconnectez pas, ses nouveaux événements ne bloquent pas les réservations.",
    calendar: "Calendrier",
    account: "Compte",
    link: "Gérer vos calendriers",
  },
  es: {
    subject: "Calendario desconectado",
    headline:
      "Su calendario ya no se puede leer. Hasta que vuelva a conectarlo, sus nuevos eventos no bloquean las reservas.",
    calendar: "Calendario",
    account: "Cuenta",
    link: "Gestionar sus calendarios",
  },
};

/** Renders the mail to a host whose calendar was disconnected. `url`: the page where it can be connected again. */
export function renderCalendarMail(
  { name, account }: MailCalendar,
  { locale, url }: { locale: string; url: string },
): RenderedMail {
  const { language } = languageOf(locale);
  const { subject, headline, link, ...labels } = SENTENCES[language];
  const cut = (text: string) => cutText(cleanLine(text), LONGEST_IN_HEADER);
  const rows = [
    { name: "calendar" as const, label: labels.calendar, value: cut(name) },
    { name: "account" as const, label: labels.account, value: cut(account) },
  ].filter(({ value }) => value !== "");
  return renderContent(
    { headline, rows, links: [{ label: link, url }] },
    { subject: `${subject}: ${cut(name)}`, language },
  );
}
