/** The region of this process. */
export function regionOf(): string {
  const region = process.env["AWS_REGION"];
  if (!region) throw new Error("environment variable AWS_REGION is not set");
  return region;
}

/** The address of an AWS service, or that in the SDK's variables: `AWS_ENDPOINT_URL_DYNAMODB`, or `AWS_ENDPOINT_URL` for all services. */
export function endpointOf(service: string, region: string, variable: string): URL {
  const isIgnored = process.env["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] === "true";
  const configured = isIgnored ? undefined : process.env[variable] || process.env["AWS_ENDPOINT_URL"];
  return new URL(configured || `https://${service}.${region}.${suffixOf(region)}`);
}

function suffixOf(region: string): string {
  if (region.startsWith("cn-")) return "amazonaws.com.cn";
  return region.startsWith("eusc-") ? "amazonaws.eu" : "amazonaws.com";
}
