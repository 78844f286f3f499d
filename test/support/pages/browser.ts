import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

/** A page of a browser, with its requests and errors. */
export interface OpenedPage {
  page: Page;
  /** Addresses of all requests, with their methods. */
  requests: { method: string; url: string }[];
  /** Errors, including violations of the content security policy. */
  complaints: string[];
}

/** Runs one Chromium without a window for the tests of one file: `CHROMIUM`, or the one Debian installs. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<OpenedPage> {
  let browser: Awaited<ReturnType<typeof chromium.launch>> | undefined;
  beforeAll(async () => {
    const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());
  return async (options) => {
    if (!browser) throw new Error("The browser is not running yet.");
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, ...options });
    const opened: OpenedPage = { page, requests: [], complaints: [] };
    page.on("request", (request) => opened.requests.push({ method: request.method(), url: request.url() }));
    page.on("pageerror", (error) => opened.complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") opened.complaints.push(message.text());
    });
    return opened;
  };
}
