select private.schedule_jobs();
