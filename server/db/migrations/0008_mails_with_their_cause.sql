-- The account service queues its mails in the transactions that cause them: an account without its
-- confirmation mail would be one that nobody can open.
grant usage on schema app to kinora_auth;
grant execute on function app.enqueue to kinora_auth;
