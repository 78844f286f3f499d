"""A webhook receiver without dependencies: verifies each request and prints one line per event.

Usage: python3 receiver.py <secret> [port]
"""

import base64
import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = sys.argv[1]
PORT = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
KEY = base64.b64decode(SECRET[6:]) if SECRET.startswith("whsec_") else SECRET.encode()
TOLERANCE_SECONDS = 300
seen = set()


def is_genuine(headers, body):
    """Whether one of the signatures is ours for exactly these bytes, made within the last five minutes."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    content = f"{webhook_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(
        hmac.compare_digest(b"v1," + expected, signature.encode()) for signature in given
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_genuine(self.headers, body):
            print("refused: not signed with this secret", flush=True)
            self.respond(401)
            return
        webhook_id = self.headers["webhook-id"]
        again = " (again)" if webhook_id in seen else ""
        seen.add(webhook_id)
        event = json.loads(body)
        payload = event["payload"]
        line = f"verified {webhook_id} {event['triggerEvent']} {payload['uid']} {payload['title']}{again}"
        sys.stdout.buffer.write(f"{line}\n".encode())
        sys.stdout.buffer.flush()
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Nothing: each event has its line."""


server = ThreadingHTTPServer(("", PORT), Receiver)
print(f"listening on http://localhost:{server.server_port}", flush=True)
server.serve_forever()
