/** What would lower an item of a bill, and what that would cost otherwise. */
export const REMEDIES: Record<string, string> = {
  "API Gateway requests":
    "Fewer calls: webhooks in place of polling, and `take` as large as a page needs. An HTTP API asks a third of the price, without request validation, streaming, a web ACL and the answers of our own that unknown paths get.",
  "DynamoDB writes":
    "Each change is a transaction of the booking, its claims, its event and its kept result, which doubles its units: that is what makes double bookings and lost events impossible. Provisioned capacity costs less for a load that hardly varies; shorter descriptions and metadata keep items below 1 KB.",
  "DynamoDB reads": "Most reads are consistent; eventual ones cost half and may show what was before.",
  "Lambda requests":
    "Every call is two: authorizer and endpoint. A credential kept by the gateway would save one, and revoked ones would work for as long as it is kept.",
  "Lambda time":
    "Less memory, once the `REPORT` lines say that runs mostly wait; a subscriber that answers sooner. A Compute Savings Plan takes 17 % off.",
  "KMS requests": "They open webhook secrets and sign cursors; each function keeps what it opened.",
  Logs: "Runs write one line; Lambda's own take as much. JSON log format with the system level at WARN drops those.",
  "Data sent": "Pages no larger than needed.",
  Alarms: "`alarms=false` where nobody is on call. Ten metrics of them are free.",
  Metrics: "Ten are free.",
  Dashboard: "Three are free.",
  "KMS keys": "They can't be fewer: secrets and cursors are signed by keys that no other function may use.",
  "SQS polls":
    "Nothing: Lambda polls with five pollers at least. The first million requests a month are free.",
  "SQS requests": "Nothing at this size; at a higher rate messages come in batches by themselves.",
  "DynamoDB storage and recovery":
    "A shorter `recoveryDays` changes nothing, as it is charged by the table's size; old bookings can be erased.",
  "Daily copies":
    "AWS Backup copies a table as a whole each day and keeps 35 copies, for the day on which the table itself is gone. Fewer (`backupDays` in `infra/stage-defaults.ts`) cost less in proportion; recovery to the second does not need them.",
};
