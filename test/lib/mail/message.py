"""Reads MIME messages, each a line of JSON in base64; prints for each what Python's email package finds in it, as a line of JSON."""

import base64
import email
import email.header
import email.policy
import email.utils
import json
import sys


def people(raw, name):
    """The people of a header. The parser of addresses in newer policies adds spaces between encoded words, so this is the older one."""
    header = email.message_from_bytes(raw)[name].replace("\r\n", "")
    decoded = lambda text: str(email.header.make_header(email.header.decode_header(text)))
    return [[decoded(display), address] for display, address in email.utils.getaddresses([header])]


def found_in(raw):
    message = email.message_from_bytes(raw, policy=email.policy.default)
    alternatives = next(part for part in message.walk() if part.get_content_type() == "multipart/alternative")
    parts = list(alternatives.iter_parts())
    calendar = parts[2]
    address = lambda name: people(raw, name)
    return {
        "defects": [str(defect) for part in message.walk() for defect in part.defects]
        + [str(defect) for value in message.values() for defect in value.defects],
        "headers": sorted(message.keys()),
        "from": address("From"),
        "to": address("To"),
        "replyTo": address("Reply-To"),
        "subject": str(message["Subject"]),
        "types": [part.get_content_type() for part in parts],
        "text": parts[0].get_content(),
        "html": parts[1].get_content(),
        "method": calendar.get_param("method"),
        "calendar": calendar.get_content(),
        "files": [[part.get_filename(), part.get_content().decode()] for part in message.iter_attachments()],
    }


for line in sys.stdin:
    print(json.dumps(found_in(base64.b64decode(json.loads(line)))))
