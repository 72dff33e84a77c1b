grant execute on function public.missing_jobs to service_role;

grant execute on function public.market_figures to service_role;

grant execute on function public.failed_work, public.retry_work to authenticated, service_role;
