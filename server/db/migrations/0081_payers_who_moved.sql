-- Receipts and what becomes of a payment are mailed by Stripe, to the address that somebody had when they paid first. Another
-- address of the account is told there, too.
create function app.on_payer_moved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.subscriptions s where s.user_id = new.id and s.stripe_customer_id is not null
  ) then
    perform app.enqueue('move_payer', json_build_object('userId', new.id)::jsonb);
  end if;
  return null;
end
$$;
create trigger receipts_follow_the_address after update of email on public.profiles
for each row when (old.email <> new.email and new.email <> '') execute function app.on_payer_moved();
