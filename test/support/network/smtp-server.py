"""An SMTP server that accepts all mail. Prints its port, and then each mail as a line of JSON: its recipients, and its bytes in base64."""

import asyncio
import base64
import json

from aiosmtpd.smtp import SMTP


class Printer:
    async def handle_DATA(self, server, session, envelope):
        raw = base64.b64encode(envelope.original_content).decode()
        print(json.dumps({"from": envelope.mail_from, "to": envelope.rcpt_tos, "raw": raw}), flush=True)
        return "250 OK"


async def serve():
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Printer()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(serve())
