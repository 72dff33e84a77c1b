-- The consequences of a change of a refund, in their order: made, succeeded, failed, or of another amount.

create function private.after_refund_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  if not is_new and new.status = old.status and new.amount = old.amount then
    return null;
  end if;
  if new.order_id is null then
    perform private.update_voucher_refunds(new);
  else
    perform private.update_refunded_amount(new.order_id);
    perform private.recount_reviews(array[new.order_id]);
    perform private.flag_transfer_for_reversal(new.order_id);
  end if;
  if not is_new and new.status = old.status then
    return null;
  end if;
  if new.status = 'succeeded' then
    perform nextval('private.refunds_made');
  end if;
  if new.voucher_id is not null then
    if is_new then
      perform private.notify_voucher_return(new);
    end if;
  else
    perform private.notify_refund(new, is_new);
    -- Refunds inserted with an earlier time (the sample, an import) send no email.
    if not is_new or new.created_at = now() then
      perform private.enqueue_refund_emails(new, is_new);
    end if;
  end if;
  return null;
end
$$;
comment on function private.after_refund_change is
  'The consequences of a new refund, or of a change of its status or amount.';
