/** Addresses to which webhooks must not be sent: this machine, private networks, and a cloud's metadata service. */
const PRIVATE = ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"];

const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const percentEncoded = (text: string): string =>
  text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** An IPv4 address as a host of a URL, in every notation that some parser accepts. */
function notationsOf(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const groups = `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
  const hex = bytes.map((byte) => `0x${byte.toString(16)}`);
  const octal = bytes.map((byte) => `0${byte.toString(8)}`);
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0X${number.toString(16).toUpperCase()}`,
    `0${number.toString(8)}`,
    hex.join("."),
    octal.join("."),
    octal.map((byte) => `000${byte}`).join("."),
    `${hex[0]}.${octal[1]}.${third * 256 + fourth}`,
    `${first}.${(second * 256 + third) * 256 + fourth}`,
    fullWidth(address),
    address.replaceAll(".", "。"),
    address.replaceAll(".", "．"),
    percentEncoded(address),
    `[::ffff:${address}]`,
    `[::FFFF:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${address}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
    `[2001:0:${groups}::1]`,
    `[2606:4700::5efe:${groups}]`,
  ];
}

const HOSTS = [
  ...PRIVATE.flatMap(notationsOf),
  "0",
  "0.0.0.0",
  "127.1",
  "255.255.255.255",
  "224.0.0.1",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::1%25lo]",
  "[fe80::1%25eth0]",
  "[fe80::1]",
  "[FD00:EC2::254]",
  "[fec0::1]",
  "[ff02::1]",
  "[100::1]",
  "[2001:db8::1]",
  "[5f00::1]",
  "[4000::1]",
  "[::1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost..",
  "a.localhost",
  "localhost.localdomain",
  "ｌｏｃａｌｈｏｓｔ",
  "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  "local\u00adhost",
  "%6c%6fcalhost",
  "printer.local",
  "metadata.google.internal",
  "ip-10-0-0-1.eu-west-1.compute.internal",
  "router.home.arpa",
  "intranet",
  "intranet.",
];

const PORTS = [0, 21, 22, 23, 25, 80, 110, 1023, 1433, 2375, 3306, 5432, 6379, 9200, 11211, 27017, 65536];

/** URLs that are rejected when they are saved, and to which no stored webhook is sent. */
export const REFUSED_URLS = [
  ...HOSTS.map((host) => `https://${host}/hook`),
  ...PORTS.map((port) => `https://example.com:${port}/hook`),
  "",
  "example.com",
  "//example.com/",
  "http://example.com/",
  "HTTP://example.com/",
  "ws://example.com/",
  "ftp://example.com/",
  "gopher://127.0.0.1:6379/_INFO",
  "file:///etc/passwd",
  "unix:/var/run/docker.sock",
  "data:text/plain,x",
  "javascript:alert(1)",
  "https://",
  "https://%00/",
  "https://example.com%00.127.0.0.1/",
  "https://exa mple.com/",
  "https://ann@example.com/",
  "https://ann:pw@example.com/",
  "https://:pw@example.com/",
  "https://example.com@127.0.0.1/",
  "https://127.0.0.1@example.com/",
  "https://example.com:443@10.0.0.1/",
  "https://127.0.0.1\\@example.com/",
  "https://127.0.0.1#@example.com/",
  "https://127.0.0.1?@example.com/",
  "https:127.0.0.1",
  "https:/127.0.0.1",
  "https:///127.0.0.1",
  "https:\\\\127.0.0.1\\",
  "\thttps://127.0.0.1/",
  "https://127.0.\n0.1/",
];

/** Names that are accepted when they are saved, with the private addresses to which they resolve. */
export const REFUSED_NAMES: Record<string, readonly string[]> = {
  "127.0.0.1.nip.example.com": ["127.0.0.1"],
  "10-0-0-1.nip.example.com": ["10.0.0.1"],
  "a9fea9fe.nip.example.com": ["169.254.169.254"],
  "metadata.example.com": ["192.0.0.192"],
  "router.example.com": ["192.168.1.1"],
  "zero.example.com": ["0.0.0.0"],
  "shared.example.com": ["100.64.0.1"],
  "broadcast.example.com": ["255.255.255.255"],
  "multicast.example.com": ["224.0.0.251"],
  "loopback6.example.com": ["::1"],
  "any6.example.com": ["::"],
  "mapped.example.com": ["::ffff:a00:1"],
  "compatible.example.com": ["::a00:1"],
  "siit.example.com": ["::ffff:0:a00:1"],
  "nat64.example.com": ["64:ff9b::a9fe:a9fe"],
  "nat64-local.example.com": ["64:ff9b:1::a9fe:a9fe"],
  "6to4.example.com": ["2002:7f00:1::1"],
  "teredo.example.com": ["2001:0:7f00:1::1"],
  "isatap.example.com": ["2606:4700::5efe:a00:1"],
  "unique-local.example.com": ["fd00:ec2::254"],
  "link-local.example.com": ["fe80::1"],
  "site-local.example.com": ["fec0::1"],
  "first-public.example.com": ["1.1.1.1", "127.0.0.1"],
  "last-public.example.com": ["10.0.0.1", "1.1.1.1"],
  "public-but-v6.example.com": ["1.1.1.1", "fd00::1"],
  "public6-but-v4.example.com": ["2606:4700::1111", "192.168.0.1"],
  "late-private.example.com": [...Array.from({ length: 20 }, (_, n) => `1.1.1.${n + 1}`), "127.0.0.1"],
};
