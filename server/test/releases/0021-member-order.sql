--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: pgboss; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pgboss;


--
-- Name: job_state; Type: TYPE; Schema: pgboss; Owner: -
--

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);


--
-- Name: create_queue(text, jsonb); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO pgboss.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          pgboss.job_now(),
          pgboss.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);

      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;


--
-- Name: delete_queue(text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN

      SELECT table_name, partition
      FROM pgboss.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
      END IF;

      DELETE FROM pgboss.queue WHERE name = queue_name;
    END;
    $$;


--
-- Name: job_now(); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;


--
-- Name: job_table_format(text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;


--
-- Name: job_table_run(text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE pgboss.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE pgboss.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
      LOOP
        EXECUTE pgboss.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;


--
-- Name: job_table_run_async(text, integer, text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          pgboss.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        pgboss.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        pgboss.job_table_format(command, queue.table_name)
      FROM pgboss.queue
      WHERE partition = true;
    END;
    $$;


--
-- Name: add_client_requests(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.add_client_requests(counts jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
    declare
      company uuid;
    begin
      for company in select distinct (c ->> 'company_id')::uuid from jsonb_array_elements(counts) c order by 1 loop
        perform set_config('app.company_id', company::text, true);
        insert into client_requests as kept (company_id, client_id, hour, requests, refusals)
        select company, c.client_id, c.hour, c.requests, c.refusals
        from jsonb_to_recordset(counts)
          c (company_id uuid, client_id uuid, hour timestamptz, requests bigint, refusals bigint)
        where c.company_id = company
        order by c.client_id, c.hour
        on conflict (company_id, client_id, hour) do update
        set requests = kept.requests + excluded.requests, refusals = kept.refusals + excluded.refusals;
      end loop;
      perform set_config('app.company_id', '', true);
    end $$;


--
-- Name: purge_security_events(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.purge_security_events(before timestamp with time zone, batch integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    declare
      bound timestamptz := least(before, now() - interval '30 days');
      purged bigint;
    begin
      perform set_config('app.security_log', 'whole', true);
      delete from security_events using (
        select created_at, id from security_events where created_at < bound order by created_at, id limit batch
      ) oldest where security_events.created_at = oldest.created_at and security_events.id = oldest.id;
      get diagnostics purged = row_count;
      perform set_config('app.security_log', '', true);
      return purged;
    end $$;


--
-- Name: tell_access(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_access() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    begin
      perform pg_notify('atelier_access', coalesce(new.id, old.id)::text);
      return null;
    end $$;


--
-- Name: tell_ended_tokens(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_ended_tokens() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    begin
      perform pg_notify('atelier_access', client_id::text) from (
        select distinct client_id from was where revoked_at is null and expires_at > now()
      ) clients;
      return null;
    end $$;


--
-- Name: tell_people(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_people() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    begin
      perform pg_notify('atelier_access', 'people');
      return null;
    end $$;


--
-- Name: tell_secret(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_secret() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    begin
      perform pg_notify('atelier_access', old.client_id::text);
      return null;
    end $$;


--
-- Name: uuid_time(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.uuid_time(id uuid) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_timestamp((((((('x'::text || translate("left"((id)::text, 13), '-'::text, ''::text)))::bit(48))::bigint)::numeric / 1000.0))::double precision);


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: bam; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);


--
-- Name: job; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);


--
-- Name: job_common; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);


--
-- Name: job_dependency; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);


--
-- Name: queue; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);


--
-- Name: queue_stats; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);


--
-- Name: queue_stats_20261124; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261124 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: queue_stats_20261125; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261125 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: schedule; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);


--
-- Name: subscription; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);


--
-- Name: warning; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: access_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.access_tokens (
    hash bytea NOT NULL,
    client_id uuid NOT NULL,
    scopes text[] NOT NULL,
    issued_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);


--
-- Name: asset_tag_words; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.asset_tag_words (
    company_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL
);

ALTER TABLE ONLY public.asset_tag_words FORCE ROW LEVEL SECURITY;


--
-- Name: asset_taggings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.asset_taggings (
    company_id uuid NOT NULL,
    tag_id uuid NOT NULL,
    id uuid NOT NULL,
    source text DEFAULT 'manual'::text NOT NULL,
    confidence real,
    CONSTRAINT asset_taggings_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT asset_taggings_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'auto'::text])))
);

ALTER TABLE ONLY public.asset_taggings FORCE ROW LEVEL SECURITY;


--
-- Name: asset_tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.asset_tags (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    color text,
    assets_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.asset_tags FORCE ROW LEVEL SECURITY;


--
-- Name: asset_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.asset_versions (
    company_id uuid NOT NULL,
    asset_id uuid NOT NULL,
    version integer NOT NULL,
    type text NOT NULL,
    mime_type text NOT NULL,
    extension text NOT NULL,
    size bigint NOT NULL,
    width integer,
    height integer,
    duration double precision,
    dominant_color text,
    checksum text NOT NULL,
    file_key text NOT NULL,
    restored_from integer,
    automatic_tags jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.asset_versions FORCE ROW LEVEL SECURITY;


--
-- Name: asset_words; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.asset_words (
    company_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL
);

ALTER TABLE ONLY public.asset_words FORCE ROW LEVEL SECURITY;


--
-- Name: assets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assets (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    mime_type text NOT NULL,
    extension text NOT NULL,
    size bigint NOT NULL,
    width integer,
    height integer,
    duration double precision,
    checksum text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    status text NOT NULL,
    file_key text NOT NULL,
    renditions jsonb DEFAULT '[]'::jsonb NOT NULL,
    folder_id uuid,
    tags_count integer DEFAULT 0 NOT NULL,
    alt_text text,
    description text,
    copyright text,
    expires_at timestamp(3) with time zone,
    external_id text,
    focal_point jsonb,
    dominant_color text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    trashed_with uuid,
    drawn_at timestamp(3) with time zone,
    drawn_upon timestamp(3) with time zone,
    CONSTRAINT assets_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text]))),
    CONSTRAINT assets_type_check CHECK ((type = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text, 'font'::text, 'other'::text])))
);

ALTER TABLE ONLY public.assets FORCE ROW LEVEL SECURITY;


--
-- Name: brand_kit_colors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.brand_kit_colors (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_kit_id uuid NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    name text NOT NULL,
    hex text NOT NULL,
    opacity real DEFAULT 1 NOT NULL,
    cmyk jsonb,
    pantone text,
    role text,
    "group" text,
    CONSTRAINT brand_kit_colors_hex_check CHECK ((hex ~ '^#[0-9A-F]{6}$'::text)),
    CONSTRAINT brand_kit_colors_opacity_check CHECK (((opacity >= (0)::double precision) AND (opacity <= (1)::double precision))),
    CONSTRAINT brand_kit_colors_role_check CHECK ((role = ANY (ARRAY['primary'::text, 'secondary'::text, 'accent'::text, 'neutral'::text, 'background'::text, 'text'::text])))
);

ALTER TABLE ONLY public.brand_kit_colors FORCE ROW LEVEL SECURITY;


--
-- Name: brand_kit_fonts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.brand_kit_fonts (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_kit_id uuid NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    family text NOT NULL,
    weight integer NOT NULL,
    style text NOT NULL,
    role text,
    asset_id uuid,
    CONSTRAINT brand_kit_fonts_role_check CHECK ((role = ANY (ARRAY['heading'::text, 'subheading'::text, 'body'::text, 'caption'::text]))),
    CONSTRAINT brand_kit_fonts_style_check CHECK ((style = ANY (ARRAY['normal'::text, 'italic'::text]))),
    CONSTRAINT brand_kit_fonts_weight_check CHECK (((weight >= 100) AND (weight <= 900)))
);

ALTER TABLE ONLY public.brand_kit_fonts FORCE ROW LEVEL SECURITY;


--
-- Name: brand_kit_logos; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.brand_kit_logos (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_kit_id uuid NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    name text NOT NULL,
    variant text NOT NULL,
    theme text NOT NULL,
    asset_id uuid NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    CONSTRAINT brand_kit_logos_theme_check CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text, 'any'::text]))),
    CONSTRAINT brand_kit_logos_variant_check CHECK ((variant = ANY (ARRAY['primary'::text, 'secondary'::text, 'icon'::text, 'wordmark'::text, 'monochrome'::text])))
);

ALTER TABLE ONLY public.brand_kit_logos FORCE ROW LEVEL SECURITY;


--
-- Name: brand_kits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.brand_kits (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    is_default boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.brand_kits FORCE ROW LEVEL SECURITY;


--
-- Name: client_assertions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.client_assertions (
    client_id uuid NOT NULL,
    hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);


--
-- Name: client_requests; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.client_requests (
    company_id uuid NOT NULL,
    client_id uuid NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    requests bigint NOT NULL,
    refusals bigint NOT NULL
);

ALTER TABLE ONLY public.client_requests FORCE ROW LEVEL SECURITY;


--
-- Name: client_secrets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.client_secrets (
    id uuid NOT NULL,
    client_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    expires_at timestamp(3) with time zone
);


--
-- Name: clients; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.clients (
    id uuid NOT NULL,
    enterprise_id uuid NOT NULL,
    company_id uuid,
    owner_id uuid,
    name text NOT NULL,
    scopes text[] NOT NULL,
    token_lifetime_seconds integer,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    allowed_addresses text[] DEFAULT '{}'::text[] NOT NULL,
    jwks jsonb,
    CONSTRAINT clients_token_lifetime_seconds_check CHECK ((token_lifetime_seconds > 0))
);


--
-- Name: companies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.companies (
    id uuid NOT NULL,
    enterprise_id uuid NOT NULL,
    name text NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    webhooks_seq bigint,
    stored_bytes bigint DEFAULT 0 NOT NULL
);


--
-- Name: enterprises; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.enterprises (
    id uuid NOT NULL,
    name text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT enterprises_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    company_id uuid NOT NULL,
    seq bigint NOT NULL,
    type text NOT NULL,
    resource_type text NOT NULL,
    resource_id uuid NOT NULL,
    actor jsonb NOT NULL,
    request_id text,
    at timestamp(3) with time zone NOT NULL,
    data jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;


--
-- Name: folder_words; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.folder_words (
    company_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL
);

ALTER TABLE ONLY public.folder_words FORCE ROW LEVEL SECURITY;


--
-- Name: folders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.folders (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    parent_id uuid,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    depth integer NOT NULL,
    assets_count integer DEFAULT 0 NOT NULL,
    folders_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    trashed_with uuid,
    CONSTRAINT folders_name_check CHECK ((name !~ '/'::text)),
    CONSTRAINT folders_path_check CHECK ((octet_length(path) <= 2000))
);

ALTER TABLE ONLY public.folders FORCE ROW LEVEL SECURITY;


--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    company_id uuid NOT NULL,
    client_id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint bytea NOT NULL,
    answer json,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;


--
-- Name: invitations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invitations (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    status text NOT NULL,
    inviter_id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'editor'::text, 'viewer'::text])))
);


--
-- Name: kysely_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);


--
-- Name: kysely_migration_lock; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);


--
-- Name: memberships; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.memberships (
    company_id uuid NOT NULL,
    person_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'editor'::text, 'viewer'::text])))
);


--
-- Name: passkeys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.passkeys (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    name text,
    public_key text NOT NULL,
    credential_id text NOT NULL,
    counter bigint NOT NULL,
    device_type text NOT NULL,
    backed_up boolean NOT NULL,
    transports text,
    aaguid text,
    created_at timestamp(3) with time zone DEFAULT now()
);


--
-- Name: people; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.people (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    two_factor_enabled boolean DEFAULT false NOT NULL,
    is_operator boolean DEFAULT false NOT NULL
);


--
-- Name: renditions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.renditions (
    company_id uuid NOT NULL,
    source_key text NOT NULL COLLATE pg_catalog."C",
    spec text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    mime_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.renditions FORCE ROW LEVEL SECURITY;


--
-- Name: security_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.security_events (
    id uuid NOT NULL,
    company_id uuid,
    client_id uuid,
    type text NOT NULL,
    address text,
    request_id text,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    person_id uuid
);

ALTER TABLE ONLY public.security_events FORCE ROW LEVEL SECURITY;


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: sign_in_methods; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sign_in_methods (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp(3) with time zone,
    refresh_token_expires_at timestamp(3) with time zone,
    scope text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: template_assets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_assets (
    company_id uuid NOT NULL,
    template_id uuid NOT NULL,
    asset_id uuid NOT NULL
);

ALTER TABLE ONLY public.template_assets FORCE ROW LEVEL SECURITY;


--
-- Name: template_tag_words; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_tag_words (
    company_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL
);

ALTER TABLE ONLY public.template_tag_words FORCE ROW LEVEL SECURITY;


--
-- Name: template_taggings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_taggings (
    company_id uuid NOT NULL,
    tag_id uuid NOT NULL,
    id uuid NOT NULL,
    source text DEFAULT 'manual'::text NOT NULL,
    confidence real,
    CONSTRAINT template_taggings_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT template_taggings_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'auto'::text])))
);

ALTER TABLE ONLY public.template_taggings FORCE ROW LEVEL SECURITY;


--
-- Name: template_tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_tags (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    color text,
    templates_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.template_tags FORCE ROW LEVEL SECURITY;


--
-- Name: template_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_versions (
    company_id uuid NOT NULL,
    template_id uuid NOT NULL,
    version integer NOT NULL,
    file_key text NOT NULL COLLATE pg_catalog."C",
    checksum text NOT NULL,
    size bigint NOT NULL,
    width double precision NOT NULL,
    height double precision NOT NULL,
    unit text NOT NULL,
    page_count integer NOT NULL,
    variables jsonb NOT NULL,
    asset_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    thumbnail_key text COLLATE pg_catalog."C",
    preview_key text COLLATE pg_catalog."C",
    restored_from integer,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT template_versions_unit_check CHECK ((unit = ANY (ARRAY['px'::text, 'mm'::text, 'in'::text])))
);

ALTER TABLE ONLY public.template_versions FORCE ROW LEVEL SECURITY;


--
-- Name: template_words; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.template_words (
    company_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL
);

ALTER TABLE ONLY public.template_words FORCE ROW LEVEL SECURITY;


--
-- Name: templates; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.templates (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    type text NOT NULL,
    status text NOT NULL,
    width double precision NOT NULL,
    height double precision NOT NULL,
    unit text NOT NULL,
    page_count integer DEFAULT 1 NOT NULL,
    thumbnail_key text,
    preview_key text,
    tags_count integer DEFAULT 0 NOT NULL,
    variables jsonb DEFAULT '[]'::jsonb NOT NULL,
    external_id text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    drawn_at timestamp(3) with time zone,
    drawn_upon timestamp(3) with time zone,
    CONSTRAINT templates_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
    CONSTRAINT templates_type_check CHECK ((type = ANY (ARRAY['image'::text, 'video'::text, 'document'::text]))),
    CONSTRAINT templates_unit_check CHECK ((unit = ANY (ARRAY['px'::text, 'mm'::text, 'in'::text])))
);

ALTER TABLE ONLY public.templates FORCE ROW LEVEL SECURITY;


--
-- Name: two_factors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.two_factors (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean DEFAULT true,
    failed_verification_count integer DEFAULT 0,
    locked_until timestamp(3) with time zone
);


--
-- Name: uploads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.uploads (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    client_id uuid,
    person_id uuid,
    length bigint NOT NULL,
    metadata text NOT NULL,
    asset_id uuid,
    ends_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.uploads FORCE ROW LEVEL SECURITY;


--
-- Name: verifications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.verifications (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);


--
-- Name: webhook_deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_deliveries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    message_id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    attempts_max integer NOT NULL,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;


--
-- Name: webhook_secrets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_secrets (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    sealed bytea NOT NULL,
    expires_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.webhook_secrets FORCE ROW LEVEL SECURITY;


--
-- Name: webhooks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhooks (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    types text[] NOT NULL,
    scopes text[] NOT NULL,
    enabled boolean NOT NULL,
    disabled_reason text,
    disabled_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    since_seq bigint NOT NULL,
    created_at timestamp(3) with time zone GENERATED ALWAYS AS (public.uuid_time(id)) STORED NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])))
);

ALTER TABLE ONLY public.webhooks FORCE ROW LEVEL SECURITY;


--
-- Name: job_common; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;


--
-- Name: queue_stats_20261124; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');


--
-- Name: queue_stats_20261125; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');


--
-- Data for Name: bam; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: job_common; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: job_dependency; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue_stats_20261124; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue_stats_20261125; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: schedule; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: subscription; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: version; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.version VALUES (43, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: warning; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: access_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.access_tokens VALUES ('\x222e9c08cfce387526ee24cf9260058c5d6f2b3606d6ac959716ce7196a723b5', '01a20f9d-7f5f-72fb-abe9-d7a76f79a336', '{profile:read,assets:read,assets:write,templates:read,brandkit:read}', '2026-11-24 22:11:52.658+00', '2100-01-01 00:00:00+00', NULL);


--
-- Data for Name: asset_tag_words; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.asset_tag_words VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 'summer', '01a20f9d-7f5f-7e81-8984-03e5ddcc0d7d');


--
-- Data for Name: asset_taggings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.asset_taggings VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7e81-8984-03e5ddcc0d7d', '01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52', 'manual', NULL);


--
-- Data for Name: asset_tags; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.asset_tags VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7e81-8984-03e5ddcc0d7d', 'Summer', 'summer', 'summer', NULL, 1, DEFAULT, '2026-11-24 22:11:52.705+00', NULL);


--
-- Data for Name: asset_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.asset_versions VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52', 1, 'document', 'application/pdf', 'pdf', 5, NULL, NULL, NULL, NULL, 'c', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb/old.pdf', NULL, '[]', NULL, '2026-11-24 22:11:49.727+00');


--
-- Data for Name: asset_words; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.asset_words VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 'poster', '01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52');


--
-- Data for Name: assets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.assets VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52', 'Poster', 'poster', 'document', 'application/pdf', 'pdf', 5, NULL, NULL, NULL, 'c', 1, 'ready', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb/old.pdf', '[]', '01a20f9d-7f5f-75c5-aee4-035d90c4e98e', 1, 'A poster', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, DEFAULT, '2026-11-24 22:11:52.686+00', NULL, NULL, NULL, NULL);


--
-- Data for Name: brand_kit_colors; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.brand_kit_colors VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7c3a-97d2-fd0267cc3fc1', '01a20f9d-7f5f-7313-8bca-77cbb4a6c29b', 'red', 1, DEFAULT, '2026-11-24 22:11:52.778+00', 'Red', '#FF0000', 1, NULL, NULL, NULL, NULL);


--
-- Data for Name: brand_kit_fonts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.brand_kit_fonts VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-92d8-7597-9faa-0f0c3a43a7c2', '01a20f9d-7f5f-7313-8bca-77cbb4a6c29b', 'inter', 0, DEFAULT, '2026-01-02 03:04:05.006+00', 'Inter', 400, 'normal', NULL, NULL);


--
-- Data for Name: brand_kit_logos; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.brand_kit_logos VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-92d8-7aeb-976d-b63fe41f2eef', '01a20f9d-7f5f-7313-8bca-77cbb4a6c29b', 'logo', 0, DEFAULT, '2026-01-02 03:04:05.006+00', 'Logo', 'primary', 'light', '01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52', true);


--
-- Data for Name: brand_kits; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.brand_kits VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7313-8bca-77cbb4a6c29b', 'Acme', 'acme', true, 1, DEFAULT, '2026-11-24 22:11:52.766+00');


--
-- Data for Name: client_assertions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.client_assertions VALUES ('01a20f9d-7f5f-72fb-abe9-d7a76f79a336', '\x01', '2036-01-02 03:04:05.006+00');


--
-- Data for Name: client_requests; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.client_requests VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-72fb-abe9-d7a76f79a336', '2026-01-02 03:04:05+00', 7, 1);


--
-- Data for Name: client_secrets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.client_secrets VALUES ('01a20f9d-7f5f-715d-a7fc-4207928d95ea', '01a20f9d-7f5f-72fb-abe9-d7a76f79a336', '\x871a7804567c6e57217f81e19a14b360c708bbf894611686255eca3304834bf3', DEFAULT, NULL);


--
-- Data for Name: clients; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.clients VALUES ('01a20f9d-7f5f-72fb-abe9-d7a76f79a336', '01a20f9d-7f5f-7c19-9e2c-38e8e544190c', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', 'Website', '{profile:read,assets:read,assets:write,templates:read,brandkit:read}', NULL, NULL, DEFAULT, '2026-11-24 22:11:52.63+00', '{}', NULL);


--
-- Data for Name: companies; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.companies VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7c19-9e2c-38e8e544190c', 'Acme', 1, DEFAULT, '2026-11-24 22:11:52.581+00', NULL, 5);


--
-- Data for Name: enterprises; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.enterprises VALUES ('01a20f9d-7f5f-7c19-9e2c-38e8e544190c', 'Acme Group', 'active', DEFAULT, '2026-11-24 22:11:52.561+00');


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 1, 'folder.created', 'folder', '01a20f9d-7f5f-75c5-aee4-035d90c4e98e', '{"type": "operator"}', NULL, '2026-11-24 22:11:52.786+00', '{}');


--
-- Data for Name: folder_words; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.folder_words VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 'spring', '01a20f9d-7f5f-75c5-aee4-035d90c4e98e');


--
-- Data for Name: folders; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.folders VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-75c5-aee4-035d90c4e98e', NULL, 'Spring', 'spring', '/Spring', 1, 1, 0, DEFAULT, '2026-11-24 22:11:52.675+00', NULL, NULL);


--
-- Data for Name: idempotency_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotency_keys VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-72fb-abe9-d7a76f79a336', 'once', '\x01', '{"status": 201}', '2026-01-02 03:04:05.006+00');


--
-- Data for Name: invitations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.invitations VALUES ('01a20f9d-92dc-731e-aa5a-fb1c15dc9a5a', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 'bob@acme.example', 'editor', 'pending', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', '2036-01-02 03:04:05.006+00', '2026-01-02 03:04:05.006+00');


--
-- Data for Name: kysely_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration VALUES ('0001-foundation', '2026-11-24T22:11:51.891Z');
INSERT INTO public.kysely_migration VALUES ('0002-idempotency', '2026-11-24T22:11:52.929Z');
INSERT INTO public.kysely_migration VALUES ('0003-tags', '2026-11-24T22:11:53.081Z');
INSERT INTO public.kysely_migration VALUES ('0004-brand-kit', '2026-11-24T22:11:53.121Z');
INSERT INTO public.kysely_migration VALUES ('0005-queue', '2026-11-24T22:11:53.561Z');
INSERT INTO public.kysely_migration VALUES ('0006-webhooks', '2026-11-24T22:11:53.716Z');
INSERT INTO public.kysely_migration VALUES ('0007-uploads', '2026-11-24T22:11:54.030Z');
INSERT INTO public.kysely_migration VALUES ('0008-templates', '2026-11-24T22:11:54.197Z');
INSERT INTO public.kysely_migration VALUES ('0009-upkeep', '2026-11-24T22:11:54.225Z');
INSERT INTO public.kysely_migration VALUES ('0010-drawn', '2026-11-24T22:11:54.235Z');
INSERT INTO public.kysely_migration VALUES ('0011-resumable-uploads', '2026-11-24T22:11:54.344Z');
INSERT INTO public.kysely_migration VALUES ('0012-security-events', '2026-11-24T22:11:54.409Z');
INSERT INTO public.kysely_migration VALUES ('0013-sign-in', '2026-11-24T22:11:54.635Z');
INSERT INTO public.kysely_migration VALUES ('0014-portal', '2026-11-24T22:11:54.663Z');
INSERT INTO public.kysely_migration VALUES ('0015-no-provider-tokens', '2026-11-24T22:11:54.667Z');
INSERT INTO public.kysely_migration VALUES ('0016-public-keys', '2026-11-24T22:11:54.690Z');
INSERT INTO public.kysely_migration VALUES ('0017-access-changes', '2026-11-24T22:11:55.277Z');
INSERT INTO public.kysely_migration VALUES ('0018-list-indexes', '2026-11-24T22:11:55.379Z');
INSERT INTO public.kysely_migration VALUES ('0019-client-changes', '2026-11-24T22:11:55.384Z');
INSERT INTO public.kysely_migration VALUES ('0020-log-by-time', '2026-11-24T22:11:55.405Z');
INSERT INTO public.kysely_migration VALUES ('0021-member-order', '2026-11-24T22:11:55.417Z');


--
-- Data for Name: kysely_migration_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);


--
-- Data for Name: memberships; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.memberships VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', 'owner', '2026-11-24 22:11:52.618+00');


--
-- Data for Name: passkeys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.passkeys VALUES ('01a20f9d-92dc-7b26-8ddf-3c218da113ab', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', NULL, 'key', 'known', 1, 'singleDevice', false, NULL, NULL, '2026-11-24 22:11:55.034+00');


--
-- Data for Name: people; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.people VALUES ('01a20f9d-7f5f-79b7-93b3-df4240e7f492', 'Ada', 'ada@acme.example', '2026-11-24 22:11:49.727+00', '2026-11-24 22:11:52.594+00', false, NULL, false, false);


--
-- Data for Name: renditions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.renditions VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb/old.pdf', 'thumbnail', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb/old.webp', 'image/webp', 32, 20, '2026-01-02 03:04:05.006+00');


--
-- Data for Name: security_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.security_events VALUES ('01a20f9d-92dc-78ed-bef8-7f7b296a575f', '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-72fb-abe9-d7a76f79a336', 'token.issued', NULL, NULL, '{}', DEFAULT, NULL);


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES ('01a20f9d-92dc-7cc6-9092-d14d388e011e', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', 'hashed', '2036-01-02 03:04:05.006+00', NULL, NULL, '2026-01-02 03:04:05.006+00', '2026-01-02 03:04:05.006+00');


--
-- Data for Name: sign_in_methods; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sign_in_methods VALUES ('b6949ac7-6644-4f75-8bb3-211060142144', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', 'credential', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', '48b7f4d3367f87aa3ca698c0dc20b64c:088c63f00c04bfc83877ea33cd79a0d5b0314ee33090f2571cf7242a778edb72dcbe0f7574ef46e4b4b126489dc97e7948a80f0bdbeb267122c219fb4fa7e64a', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 22:11:52.865+00', '2026-11-24 22:11:52.865+00');


--
-- Data for Name: template_assets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_assets VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7b94-a102-9241cfff6c94', '01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52');


--
-- Data for Name: template_tag_words; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_tag_words VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 'print', '01a20f9d-7f5f-7e9c-8f07-d318d0d9ca93');


--
-- Data for Name: template_taggings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_taggings VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7e9c-8f07-d318d0d9ca93', '01a20f9d-7f5f-7b94-a102-9241cfff6c94', 'manual', NULL);


--
-- Data for Name: template_tags; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_tags VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7e9c-8f07-d318d0d9ca93', 'Print', 'print', 'print', NULL, 1, DEFAULT, '2026-01-02 03:04:05.006+00', NULL);


--
-- Data for Name: template_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_versions VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7b94-a102-9241cfff6c94', 1, '01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb/card.svg', 'd', 5, 10, 20, 'mm', 1, '[]', '["01a20f9d-7f5f-7d18-9fa3-ab7e174d1f52"]', NULL, NULL, NULL, NULL, '2026-01-02 03:04:05.006+00');


--
-- Data for Name: template_words; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.template_words VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', 'card', '01a20f9d-7f5f-7b94-a102-9241cfff6c94');


--
-- Data for Name: templates; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.templates VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7b94-a102-9241cfff6c94', 'Card', 'card', NULL, 'image', 'draft', 10, 20, 'mm', 1, NULL, NULL, 0, '[]', NULL, '{}', 1, NULL, DEFAULT, '2026-11-24 22:11:52.75+00', NULL, NULL, NULL, NULL);


--
-- Data for Name: two_factors; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.two_factors VALUES ('01a20f9d-92dc-797a-9280-408ff541cb78', '01a20f9d-7f5f-79b7-93b3-df4240e7f492', 'sealed', 'sealed', false, 0, NULL);


--
-- Data for Name: uploads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.uploads VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-92dc-7846-8858-e79bccd1c4ed', '01a20f9d-7f5f-72fb-abe9-d7a76f79a336', NULL, 5, 'sealed', NULL, '2036-01-02 03:04:05.006+00');


--
-- Data for Name: verifications; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.verifications VALUES ('01a20f9d-92dc-7887-9af4-553e3ebaa4bb', 'link', 'hashed', '2036-01-02 03:04:05.006+00', '2026-01-02 03:04:05.006+00', '2026-01-02 03:04:05.006+00');


--
-- Data for Name: webhook_deliveries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhook_deliveries VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-92d8-74d8-a713-bcdc4dabff52', '01a20f9d-7f5f-7069-835f-445f7bb0f5cd', '01a20f9d-92d8-7e3e-b9ab-d0804c735e6e', 'asset.created', '{}', 'failed', 1, '[]', NULL, NULL, DEFAULT, '2026-01-02 03:04:05.006+00');


--
-- Data for Name: webhook_secrets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhook_secrets VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-92d8-70e1-b40b-9a687ce0a93b', '01a20f9d-7f5f-7069-835f-445f7bb0f5cd', '\x01', NULL);


--
-- Data for Name: webhooks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.webhooks VALUES ('01a20f9d-7f5f-71dc-9cc7-905ebfbf70fb', '01a20f9d-7f5f-7069-835f-445f7bb0f5cd', 'https://hooks.example/', NULL, '{asset.created}', '{assets:read}', false, NULL, NULL, NULL, 0, DEFAULT, '2026-01-02 03:04:05.006+00');


--
-- Name: bam bam_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);


--
-- Name: job_common job_common_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);


--
-- Name: job_dependency job_dependency_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);


--
-- Name: queue_stats queue_stats_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261124 queue_stats_20261124_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261124
    ADD CONSTRAINT queue_stats_20261124_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261125 queue_stats_20261125_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261125
    ADD CONSTRAINT queue_stats_20261125_pkey PRIMARY KEY (id, captured_on);


--
-- Name: schedule schedule_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);


--
-- Name: subscription subscription_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);


--
-- Name: warning warning_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);


--
-- Name: access_tokens access_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (hash);


--
-- Name: asset_tag_words asset_tag_words_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_tag_words
    ADD CONSTRAINT asset_tag_words_pkey PRIMARY KEY (company_id, word, id);


--
-- Name: asset_taggings asset_taggings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_taggings
    ADD CONSTRAINT asset_taggings_pkey PRIMARY KEY (company_id, tag_id, id);


--
-- Name: asset_tags asset_tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_tags
    ADD CONSTRAINT asset_tags_pkey PRIMARY KEY (company_id, id);


--
-- Name: asset_versions asset_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_versions
    ADD CONSTRAINT asset_versions_pkey PRIMARY KEY (company_id, asset_id, version);


--
-- Name: asset_words asset_words_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_words
    ADD CONSTRAINT asset_words_pkey PRIMARY KEY (company_id, word, id);


--
-- Name: assets assets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assets
    ADD CONSTRAINT assets_pkey PRIMARY KEY (company_id, id);


--
-- Name: brand_kit_colors brand_kit_colors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_colors
    ADD CONSTRAINT brand_kit_colors_pkey PRIMARY KEY (company_id, id);


--
-- Name: brand_kit_fonts brand_kit_fonts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_fonts
    ADD CONSTRAINT brand_kit_fonts_pkey PRIMARY KEY (company_id, id);


--
-- Name: brand_kit_logos brand_kit_logos_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_logos
    ADD CONSTRAINT brand_kit_logos_pkey PRIMARY KEY (company_id, id);


--
-- Name: brand_kits brand_kits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kits
    ADD CONSTRAINT brand_kits_pkey PRIMARY KEY (company_id, id);


--
-- Name: client_assertions client_assertions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_assertions
    ADD CONSTRAINT client_assertions_pkey PRIMARY KEY (client_id, hash);


--
-- Name: client_requests client_requests_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_requests
    ADD CONSTRAINT client_requests_pkey PRIMARY KEY (company_id, client_id, hour);


--
-- Name: client_secrets client_secrets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_secrets
    ADD CONSTRAINT client_secrets_pkey PRIMARY KEY (id);


--
-- Name: clients clients_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (id);


--
-- Name: companies companies_enterprise_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_enterprise_id_id_key UNIQUE (enterprise_id, id);


--
-- Name: companies companies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);


--
-- Name: enterprises enterprises_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.enterprises
    ADD CONSTRAINT enterprises_pkey PRIMARY KEY (id);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (company_id, seq);


--
-- Name: folder_words folder_words_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.folder_words
    ADD CONSTRAINT folder_words_pkey PRIMARY KEY (company_id, word, id);


--
-- Name: folders folders_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_pkey PRIMARY KEY (company_id, id);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (company_id, client_id, key);


--
-- Name: invitations invitations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration_lock kysely_migration_lock_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration kysely_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);


--
-- Name: memberships memberships_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (company_id, person_id);


--
-- Name: passkeys passkeys_credential_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);


--
-- Name: passkeys passkeys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);


--
-- Name: people people_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);


--
-- Name: renditions renditions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.renditions
    ADD CONSTRAINT renditions_pkey PRIMARY KEY (company_id, source_key, spec);


--
-- Name: security_events security_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.security_events
    ADD CONSTRAINT security_events_pkey PRIMARY KEY (created_at, id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_token_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_key UNIQUE (token);


--
-- Name: sign_in_methods sign_in_methods_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_methods
    ADD CONSTRAINT sign_in_methods_pkey PRIMARY KEY (id);


--
-- Name: sign_in_methods sign_in_methods_provider_id_account_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_methods
    ADD CONSTRAINT sign_in_methods_provider_id_account_id_key UNIQUE (provider_id, account_id);


--
-- Name: template_assets template_assets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_assets
    ADD CONSTRAINT template_assets_pkey PRIMARY KEY (company_id, template_id, asset_id);


--
-- Name: template_tag_words template_tag_words_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_tag_words
    ADD CONSTRAINT template_tag_words_pkey PRIMARY KEY (company_id, word, id);


--
-- Name: template_taggings template_taggings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_taggings
    ADD CONSTRAINT template_taggings_pkey PRIMARY KEY (company_id, tag_id, id);


--
-- Name: template_tags template_tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_tags
    ADD CONSTRAINT template_tags_pkey PRIMARY KEY (company_id, id);


--
-- Name: template_versions template_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_versions
    ADD CONSTRAINT template_versions_pkey PRIMARY KEY (company_id, template_id, version);


--
-- Name: template_words template_words_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_words
    ADD CONSTRAINT template_words_pkey PRIMARY KEY (company_id, word, id);


--
-- Name: templates templates_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (company_id, id);


--
-- Name: two_factors two_factors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_pkey PRIMARY KEY (id);


--
-- Name: uploads uploads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (company_id, id);


--
-- Name: verifications verifications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);


--
-- Name: webhook_deliveries webhook_deliveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (company_id, id);


--
-- Name: webhook_secrets webhook_secrets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_secrets
    ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (company_id, id);


--
-- Name: webhooks webhooks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (company_id, id);


--
-- Name: job_common_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: job_common_i10; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i11; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));


--
-- Name: job_common_i12; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);


--
-- Name: job_common_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: job_common_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: job_common_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: job_common_i6; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));


--
-- Name: job_common_i7; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));


--
-- Name: job_common_i8; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i9; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));


--
-- Name: job_common_id; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_id ON pgboss.job_common USING btree (id);


--
-- Name: job_dep_parent_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);


--
-- Name: queue_stats_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261124_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261124_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261124 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261125_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261125_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261125 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: warning_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);


--
-- Name: access_tokens_client_id_issued_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX access_tokens_client_id_issued_at_idx ON public.access_tokens USING btree (client_id, issued_at);


--
-- Name: access_tokens_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX access_tokens_expires_at_idx ON public.access_tokens USING btree (expires_at);


--
-- Name: asset_tag_words_company_id_id_word_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tag_words_company_id_id_word_idx ON public.asset_tag_words USING btree (company_id, id, word);


--
-- Name: asset_taggings_company_id_id_tag_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_taggings_company_id_id_tag_id_idx ON public.asset_taggings USING btree (company_id, id, tag_id);


--
-- Name: asset_tags_company_id_deleted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tags_company_id_deleted_at_idx ON public.asset_tags USING btree (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: asset_tags_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tags_company_id_id_idx ON public.asset_tags USING btree (company_id, id) WHERE (deleted_at IS NULL);


--
-- Name: asset_tags_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tags_company_id_name_key_id_idx ON public.asset_tags USING btree (company_id, name_key, id) WHERE (deleted_at IS NULL);


--
-- Name: asset_tags_company_id_name_key_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tags_company_id_name_key_id_idx1 ON public.asset_tags USING btree (company_id, name_key, id);


--
-- Name: asset_tags_company_id_name_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX asset_tags_company_id_name_key_idx ON public.asset_tags USING btree (company_id, name_key) WHERE (deleted_at IS NULL);


--
-- Name: asset_tags_company_id_slug_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX asset_tags_company_id_slug_idx ON public.asset_tags USING btree (company_id, slug) WHERE (deleted_at IS NULL);


--
-- Name: asset_tags_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tags_company_id_updated_at_id_idx ON public.asset_tags USING btree (company_id, updated_at, id) WHERE (deleted_at IS NULL);


--
-- Name: asset_tags_company_id_updated_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_tags_company_id_updated_at_id_idx1 ON public.asset_tags USING btree (company_id, updated_at, id);


--
-- Name: asset_versions_company_id_checksum_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_versions_company_id_checksum_idx ON public.asset_versions USING btree (company_id, checksum);


--
-- Name: asset_versions_company_id_file_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_versions_company_id_file_key_idx ON public.asset_versions USING btree (company_id, file_key);


--
-- Name: asset_words_company_id_id_word_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX asset_words_company_id_id_word_idx ON public.asset_words USING btree (company_id, id, word);


--
-- Name: assets_company_id_checksum_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_checksum_idx ON public.assets USING btree (company_id, checksum);


--
-- Name: assets_company_id_deleted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_deleted_at_idx ON public.assets USING btree (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: assets_company_id_external_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_external_id_id_idx ON public.assets USING btree (company_id, external_id, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_file_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_file_key_idx ON public.assets USING btree (company_id, file_key);


--
-- Name: assets_company_id_folder_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_folder_id_id_idx ON public.assets USING btree (company_id, folder_id, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_folder_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_folder_id_idx ON public.assets USING btree (company_id, folder_id);


--
-- Name: assets_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_id_idx ON public.assets USING btree (company_id, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_id_idx1 ON public.assets USING btree (company_id, id) WHERE ((tags_count = 0) AND (deleted_at IS NULL));


--
-- Name: assets_company_id_mime_type_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_mime_type_id_idx ON public.assets USING btree (company_id, mime_type, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_name_key_id_idx ON public.assets USING btree (company_id, name_key, id);


--
-- Name: assets_company_id_name_key_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_name_key_id_idx1 ON public.assets USING btree (company_id, name_key, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_status_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_status_id_idx ON public.assets USING btree (company_id, status, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_trashed_with_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_trashed_with_idx ON public.assets USING btree (company_id, trashed_with) WHERE (trashed_with IS NOT NULL);


--
-- Name: assets_company_id_type_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_type_id_idx ON public.assets USING btree (company_id, type, id) WHERE (deleted_at IS NULL);


--
-- Name: assets_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_updated_at_id_idx ON public.assets USING btree (company_id, updated_at, id);


--
-- Name: assets_company_id_updated_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assets_company_id_updated_at_id_idx1 ON public.assets USING btree (company_id, updated_at, id) WHERE (deleted_at IS NULL);


--
-- Name: brand_kit_colors_company_id_brand_kit_id_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_colors_company_id_brand_kit_id_position_id_idx ON public.brand_kit_colors USING btree (company_id, brand_kit_id, "position", id);


--
-- Name: brand_kit_colors_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_colors_company_id_name_key_id_idx ON public.brand_kit_colors USING btree (company_id, name_key, id);


--
-- Name: brand_kit_colors_company_id_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_colors_company_id_position_id_idx ON public.brand_kit_colors USING btree (company_id, "position", id);


--
-- Name: brand_kit_colors_company_id_role_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_colors_company_id_role_position_id_idx ON public.brand_kit_colors USING btree (company_id, role, "position", id);


--
-- Name: brand_kit_colors_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_colors_company_id_updated_at_id_idx ON public.brand_kit_colors USING btree (company_id, updated_at, id);


--
-- Name: brand_kit_fonts_company_id_asset_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_fonts_company_id_asset_id_id_idx ON public.brand_kit_fonts USING btree (company_id, asset_id, id);


--
-- Name: brand_kit_fonts_company_id_brand_kit_id_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_fonts_company_id_brand_kit_id_position_id_idx ON public.brand_kit_fonts USING btree (company_id, brand_kit_id, "position", id);


--
-- Name: brand_kit_fonts_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_fonts_company_id_name_key_id_idx ON public.brand_kit_fonts USING btree (company_id, name_key, id);


--
-- Name: brand_kit_fonts_company_id_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_fonts_company_id_position_id_idx ON public.brand_kit_fonts USING btree (company_id, "position", id);


--
-- Name: brand_kit_fonts_company_id_role_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_fonts_company_id_role_position_id_idx ON public.brand_kit_fonts USING btree (company_id, role, "position", id);


--
-- Name: brand_kit_fonts_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_fonts_company_id_updated_at_id_idx ON public.brand_kit_fonts USING btree (company_id, updated_at, id);


--
-- Name: brand_kit_logos_company_id_asset_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_asset_id_id_idx ON public.brand_kit_logos USING btree (company_id, asset_id, id);


--
-- Name: brand_kit_logos_company_id_brand_kit_id_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_brand_kit_id_position_id_idx ON public.brand_kit_logos USING btree (company_id, brand_kit_id, "position", id);


--
-- Name: brand_kit_logos_company_id_brand_kit_id_variant_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX brand_kit_logos_company_id_brand_kit_id_variant_idx ON public.brand_kit_logos USING btree (company_id, brand_kit_id, variant) WHERE is_default;


--
-- Name: brand_kit_logos_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_name_key_id_idx ON public.brand_kit_logos USING btree (company_id, name_key, id);


--
-- Name: brand_kit_logos_company_id_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_position_id_idx ON public.brand_kit_logos USING btree (company_id, "position", id);


--
-- Name: brand_kit_logos_company_id_theme_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_theme_position_id_idx ON public.brand_kit_logos USING btree (company_id, theme, "position", id);


--
-- Name: brand_kit_logos_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_updated_at_id_idx ON public.brand_kit_logos USING btree (company_id, updated_at, id);


--
-- Name: brand_kit_logos_company_id_variant_position_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kit_logos_company_id_variant_position_id_idx ON public.brand_kit_logos USING btree (company_id, variant, "position", id);


--
-- Name: brand_kits_company_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX brand_kits_company_id_idx ON public.brand_kits USING btree (company_id) WHERE is_default;


--
-- Name: brand_kits_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kits_company_id_name_key_id_idx ON public.brand_kits USING btree (company_id, name_key, id);


--
-- Name: brand_kits_company_id_name_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX brand_kits_company_id_name_key_idx ON public.brand_kits USING btree (company_id, name_key);


--
-- Name: brand_kits_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX brand_kits_company_id_updated_at_id_idx ON public.brand_kits USING btree (company_id, updated_at, id);


--
-- Name: client_assertions_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX client_assertions_expires_at_idx ON public.client_assertions USING btree (expires_at);


--
-- Name: client_requests_company_id_hour_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX client_requests_company_id_hour_idx ON public.client_requests USING btree (company_id, hour);


--
-- Name: client_secrets_client_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX client_secrets_client_id_idx ON public.client_secrets USING btree (client_id);


--
-- Name: clients_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX clients_company_id_id_idx ON public.clients USING btree (company_id, id);


--
-- Name: clients_company_id_name_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX clients_company_id_name_id_idx ON public.clients USING btree (company_id, name, id);


--
-- Name: clients_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX clients_company_id_updated_at_id_idx ON public.clients USING btree (company_id, updated_at, id);


--
-- Name: clients_enterprise_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX clients_enterprise_id_idx ON public.clients USING btree (enterprise_id);


--
-- Name: folder_words_company_id_id_word_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folder_words_company_id_id_word_idx ON public.folder_words USING btree (company_id, id, word);


--
-- Name: folders_company_id_deleted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_deleted_at_idx ON public.folders USING btree (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: folders_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_id_idx ON public.folders USING btree (company_id, id) WHERE (deleted_at IS NULL);


--
-- Name: folders_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_name_key_id_idx ON public.folders USING btree (company_id, name_key, id) WHERE (deleted_at IS NULL);


--
-- Name: folders_company_id_name_key_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_name_key_id_idx1 ON public.folders USING btree (company_id, name_key, id);


--
-- Name: folders_company_id_parent_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_parent_id_id_idx ON public.folders USING btree (company_id, parent_id, id);


--
-- Name: folders_company_id_parent_id_name_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX folders_company_id_parent_id_name_key_idx ON public.folders USING btree (company_id, parent_id, name_key) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);


--
-- Name: folders_company_id_path_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX folders_company_id_path_idx ON public.folders USING btree (company_id, path) WHERE (deleted_at IS NULL);


--
-- Name: folders_company_id_trashed_with_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_trashed_with_idx ON public.folders USING btree (company_id, trashed_with) WHERE (trashed_with IS NOT NULL);


--
-- Name: folders_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_updated_at_id_idx ON public.folders USING btree (company_id, updated_at, id) WHERE (deleted_at IS NULL);


--
-- Name: folders_company_id_updated_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX folders_company_id_updated_at_id_idx1 ON public.folders USING btree (company_id, updated_at, id);


--
-- Name: idempotency_keys_company_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_company_id_created_at_idx ON public.idempotency_keys USING btree (company_id, created_at);


--
-- Name: invitations_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invitations_company_id_id_idx ON public.invitations USING btree (company_id, id);


--
-- Name: invitations_lower_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invitations_lower_idx ON public.invitations USING btree (lower(email));


--
-- Name: memberships_company_id_created_at_person_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX memberships_company_id_created_at_person_id_idx ON public.memberships USING btree (company_id, created_at, person_id);


--
-- Name: memberships_person_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX memberships_person_id_idx ON public.memberships USING btree (person_id);


--
-- Name: passkeys_person_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX passkeys_person_id_idx ON public.passkeys USING btree (person_id);


--
-- Name: people_lower_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX people_lower_idx ON public.people USING btree (lower(email));


--
-- Name: renditions_company_id_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX renditions_company_id_key_idx ON public.renditions USING btree (company_id, key);


--
-- Name: security_events_client_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX security_events_client_id_id_idx ON public.security_events USING btree (client_id, id);


--
-- Name: security_events_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX security_events_company_id_id_idx ON public.security_events USING btree (company_id, id);


--
-- Name: security_events_company_id_type_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX security_events_company_id_type_id_idx ON public.security_events USING btree (company_id, type, id) WHERE (type <> 'token.issued'::text);


--
-- Name: sessions_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);


--
-- Name: sessions_person_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_person_id_idx ON public.sessions USING btree (person_id);


--
-- Name: sign_in_methods_person_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_methods_person_id_idx ON public.sign_in_methods USING btree (person_id);


--
-- Name: template_assets_company_id_asset_id_template_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_assets_company_id_asset_id_template_id_idx ON public.template_assets USING btree (company_id, asset_id, template_id);


--
-- Name: template_tag_words_company_id_id_word_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tag_words_company_id_id_word_idx ON public.template_tag_words USING btree (company_id, id, word);


--
-- Name: template_taggings_company_id_id_tag_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_taggings_company_id_id_tag_id_idx ON public.template_taggings USING btree (company_id, id, tag_id);


--
-- Name: template_tags_company_id_deleted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tags_company_id_deleted_at_idx ON public.template_tags USING btree (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: template_tags_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tags_company_id_id_idx ON public.template_tags USING btree (company_id, id) WHERE (deleted_at IS NULL);


--
-- Name: template_tags_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tags_company_id_name_key_id_idx ON public.template_tags USING btree (company_id, name_key, id) WHERE (deleted_at IS NULL);


--
-- Name: template_tags_company_id_name_key_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tags_company_id_name_key_id_idx1 ON public.template_tags USING btree (company_id, name_key, id);


--
-- Name: template_tags_company_id_name_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX template_tags_company_id_name_key_idx ON public.template_tags USING btree (company_id, name_key) WHERE (deleted_at IS NULL);


--
-- Name: template_tags_company_id_slug_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX template_tags_company_id_slug_idx ON public.template_tags USING btree (company_id, slug) WHERE (deleted_at IS NULL);


--
-- Name: template_tags_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tags_company_id_updated_at_id_idx ON public.template_tags USING btree (company_id, updated_at, id) WHERE (deleted_at IS NULL);


--
-- Name: template_tags_company_id_updated_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_tags_company_id_updated_at_id_idx1 ON public.template_tags USING btree (company_id, updated_at, id);


--
-- Name: template_versions_company_id_file_key_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_versions_company_id_file_key_idx ON public.template_versions USING btree (company_id, file_key);


--
-- Name: template_words_company_id_id_word_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX template_words_company_id_id_word_idx ON public.template_words USING btree (company_id, id, word);


--
-- Name: templates_company_id_deleted_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_deleted_at_idx ON public.templates USING btree (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);


--
-- Name: templates_company_id_external_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_external_id_id_idx ON public.templates USING btree (company_id, external_id, id) WHERE (deleted_at IS NULL);


--
-- Name: templates_company_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_id_idx ON public.templates USING btree (company_id, id) WHERE (deleted_at IS NULL);


--
-- Name: templates_company_id_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_id_idx1 ON public.templates USING btree (company_id, id) WHERE ((tags_count = 0) AND (deleted_at IS NULL));


--
-- Name: templates_company_id_name_key_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_name_key_id_idx ON public.templates USING btree (company_id, name_key, id);


--
-- Name: templates_company_id_name_key_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_name_key_id_idx1 ON public.templates USING btree (company_id, name_key, id) WHERE (deleted_at IS NULL);


--
-- Name: templates_company_id_status_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_status_id_idx ON public.templates USING btree (company_id, status, id) WHERE (deleted_at IS NULL);


--
-- Name: templates_company_id_type_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_type_id_idx ON public.templates USING btree (company_id, type, id) WHERE (deleted_at IS NULL);


--
-- Name: templates_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_updated_at_id_idx ON public.templates USING btree (company_id, updated_at, id);


--
-- Name: templates_company_id_updated_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX templates_company_id_updated_at_id_idx1 ON public.templates USING btree (company_id, updated_at, id) WHERE (deleted_at IS NULL);


--
-- Name: two_factors_person_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX two_factors_person_id_idx ON public.two_factors USING btree (person_id);


--
-- Name: uploads_company_id_asset_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_company_id_asset_id_idx ON public.uploads USING btree (company_id, asset_id) WHERE (asset_id IS NOT NULL);


--
-- Name: uploads_company_id_ends_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_company_id_ends_at_idx ON public.uploads USING btree (company_id, ends_at);


--
-- Name: verifications_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_expires_at_idx ON public.verifications USING btree (expires_at);


--
-- Name: verifications_identifier_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_identifier_idx ON public.verifications USING btree (identifier);


--
-- Name: webhook_deliveries_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_company_id_updated_at_id_idx ON public.webhook_deliveries USING btree (company_id, updated_at, id);


--
-- Name: webhook_deliveries_company_id_webhook_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_company_id_webhook_id_id_idx ON public.webhook_deliveries USING btree (company_id, webhook_id, id);


--
-- Name: webhook_deliveries_company_id_webhook_id_next_attempt_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_company_id_webhook_id_next_attempt_at_id_idx ON public.webhook_deliveries USING btree (company_id, webhook_id, next_attempt_at, id) WHERE (state = 'pending'::text);


--
-- Name: webhook_secrets_company_id_webhook_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_secrets_company_id_webhook_id_id_idx ON public.webhook_secrets USING btree (company_id, webhook_id, id);


--
-- Name: webhooks_company_id_updated_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhooks_company_id_updated_at_id_idx ON public.webhooks USING btree (company_id, updated_at, id);


--
-- Name: job_common_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;


--
-- Name: queue_stats_20261124_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261124_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261124_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261124_pkey;


--
-- Name: queue_stats_20261125_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261125_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261125_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261125_pkey;


--
-- Name: client_secrets access_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER access_changed AFTER DELETE OR UPDATE ON public.client_secrets FOR EACH ROW EXECUTE FUNCTION public.tell_secret();


--
-- Name: clients access_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER access_changed AFTER DELETE OR UPDATE OF scopes, allowed_addresses, company_id, owner_id, enterprise_id, token_lifetime_seconds ON public.clients FOR EACH ROW EXECUTE FUNCTION public.tell_access();


--
-- Name: enterprises access_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER access_changed AFTER DELETE OR UPDATE OF status ON public.enterprises FOR EACH ROW EXECUTE FUNCTION public.tell_access();


--
-- Name: people people_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER people_changed AFTER DELETE OR UPDATE OF name ON public.people FOR EACH STATEMENT EXECUTE FUNCTION public.tell_people();


--
-- Name: access_tokens tokens_ended_by_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tokens_ended_by_delete AFTER DELETE ON public.access_tokens REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION public.tell_ended_tokens();


--
-- Name: access_tokens tokens_ended_by_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tokens_ended_by_update AFTER UPDATE ON public.access_tokens REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION public.tell_ended_tokens();


--
-- Name: job_common dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: job_common q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: queue queue_dead_letter_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);


--
-- Name: schedule schedule_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: subscription subscription_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: access_tokens access_tokens_client_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;


--
-- Name: asset_tag_words asset_tag_words_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_tag_words
    ADD CONSTRAINT asset_tag_words_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.asset_tags(company_id, id) ON DELETE CASCADE;


--
-- Name: asset_taggings asset_taggings_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_taggings
    ADD CONSTRAINT asset_taggings_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.assets(company_id, id) ON DELETE CASCADE;


--
-- Name: asset_taggings asset_taggings_company_id_tag_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_taggings
    ADD CONSTRAINT asset_taggings_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES public.asset_tags(company_id, id) ON DELETE CASCADE;


--
-- Name: asset_tags asset_tags_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_tags
    ADD CONSTRAINT asset_tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: asset_versions asset_versions_company_id_asset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_versions
    ADD CONSTRAINT asset_versions_company_id_asset_id_fkey FOREIGN KEY (company_id, asset_id) REFERENCES public.assets(company_id, id) ON DELETE CASCADE;


--
-- Name: asset_versions asset_versions_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_versions
    ADD CONSTRAINT asset_versions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: asset_versions asset_versions_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_versions
    ADD CONSTRAINT asset_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.people(id);


--
-- Name: asset_words asset_words_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.asset_words
    ADD CONSTRAINT asset_words_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.assets(company_id, id) ON DELETE CASCADE;


--
-- Name: assets assets_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assets
    ADD CONSTRAINT assets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: assets assets_company_id_folder_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assets
    ADD CONSTRAINT assets_company_id_folder_id_fkey FOREIGN KEY (company_id, folder_id) REFERENCES public.folders(company_id, id);


--
-- Name: assets assets_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assets
    ADD CONSTRAINT assets_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.people(id);


--
-- Name: brand_kit_colors brand_kit_colors_company_id_brand_kit_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_colors
    ADD CONSTRAINT brand_kit_colors_company_id_brand_kit_id_fkey FOREIGN KEY (company_id, brand_kit_id) REFERENCES public.brand_kits(company_id, id) ON DELETE CASCADE;


--
-- Name: brand_kit_fonts brand_kit_fonts_company_id_asset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_fonts
    ADD CONSTRAINT brand_kit_fonts_company_id_asset_id_fkey FOREIGN KEY (company_id, asset_id) REFERENCES public.assets(company_id, id);


--
-- Name: brand_kit_fonts brand_kit_fonts_company_id_brand_kit_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_fonts
    ADD CONSTRAINT brand_kit_fonts_company_id_brand_kit_id_fkey FOREIGN KEY (company_id, brand_kit_id) REFERENCES public.brand_kits(company_id, id) ON DELETE CASCADE;


--
-- Name: brand_kit_logos brand_kit_logos_company_id_asset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_logos
    ADD CONSTRAINT brand_kit_logos_company_id_asset_id_fkey FOREIGN KEY (company_id, asset_id) REFERENCES public.assets(company_id, id);


--
-- Name: brand_kit_logos brand_kit_logos_company_id_brand_kit_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kit_logos
    ADD CONSTRAINT brand_kit_logos_company_id_brand_kit_id_fkey FOREIGN KEY (company_id, brand_kit_id) REFERENCES public.brand_kits(company_id, id) ON DELETE CASCADE;


--
-- Name: brand_kits brand_kits_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.brand_kits
    ADD CONSTRAINT brand_kits_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: client_assertions client_assertions_client_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_assertions
    ADD CONSTRAINT client_assertions_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;


--
-- Name: client_requests client_requests_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_requests
    ADD CONSTRAINT client_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: client_secrets client_secrets_client_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.client_secrets
    ADD CONSTRAINT client_secrets_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;


--
-- Name: clients clients_enterprise_id_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_enterprise_id_company_id_fkey FOREIGN KEY (enterprise_id, company_id) REFERENCES public.companies(enterprise_id, id);


--
-- Name: clients clients_enterprise_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprises(id);


--
-- Name: clients clients_owner_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.people(id);


--
-- Name: companies companies_enterprise_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprises(id);


--
-- Name: events events_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: folder_words folder_words_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.folder_words
    ADD CONSTRAINT folder_words_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.folders(company_id, id) ON DELETE CASCADE;


--
-- Name: folders folders_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: folders folders_company_id_parent_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_company_id_parent_id_fkey FOREIGN KEY (company_id, parent_id) REFERENCES public.folders(company_id, id);


--
-- Name: idempotency_keys idempotency_keys_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: invitations invitations_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: invitations invitations_inviter_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES public.people(id);


--
-- Name: memberships memberships_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: memberships memberships_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: passkeys passkeys_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;


--
-- Name: renditions renditions_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.renditions
    ADD CONSTRAINT renditions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: sessions sessions_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;


--
-- Name: sign_in_methods sign_in_methods_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_methods
    ADD CONSTRAINT sign_in_methods_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;


--
-- Name: template_assets template_assets_company_id_asset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_assets
    ADD CONSTRAINT template_assets_company_id_asset_id_fkey FOREIGN KEY (company_id, asset_id) REFERENCES public.assets(company_id, id) ON DELETE CASCADE;


--
-- Name: template_assets template_assets_company_id_template_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_assets
    ADD CONSTRAINT template_assets_company_id_template_id_fkey FOREIGN KEY (company_id, template_id) REFERENCES public.templates(company_id, id) ON DELETE CASCADE;


--
-- Name: template_tag_words template_tag_words_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_tag_words
    ADD CONSTRAINT template_tag_words_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.template_tags(company_id, id) ON DELETE CASCADE;


--
-- Name: template_taggings template_taggings_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_taggings
    ADD CONSTRAINT template_taggings_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.templates(company_id, id) ON DELETE CASCADE;


--
-- Name: template_taggings template_taggings_company_id_tag_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_taggings
    ADD CONSTRAINT template_taggings_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES public.template_tags(company_id, id) ON DELETE CASCADE;


--
-- Name: template_tags template_tags_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_tags
    ADD CONSTRAINT template_tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: template_versions template_versions_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_versions
    ADD CONSTRAINT template_versions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: template_versions template_versions_company_id_template_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_versions
    ADD CONSTRAINT template_versions_company_id_template_id_fkey FOREIGN KEY (company_id, template_id) REFERENCES public.templates(company_id, id) ON DELETE CASCADE;


--
-- Name: template_versions template_versions_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_versions
    ADD CONSTRAINT template_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.people(id);


--
-- Name: template_words template_words_company_id_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.template_words
    ADD CONSTRAINT template_words_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES public.templates(company_id, id) ON DELETE CASCADE;


--
-- Name: templates templates_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: templates templates_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.people(id);


--
-- Name: two_factors two_factors_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;


--
-- Name: uploads uploads_company_id_asset_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_company_id_asset_id_fkey FOREIGN KEY (company_id, asset_id) REFERENCES public.assets(company_id, id) ON DELETE CASCADE;


--
-- Name: uploads uploads_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: uploads uploads_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: webhook_deliveries webhook_deliveries_company_id_webhook_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;


--
-- Name: webhook_secrets webhook_secrets_company_id_webhook_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_secrets
    ADD CONSTRAINT webhook_secrets_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;


--
-- Name: webhooks webhooks_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);


--
-- Name: security_events appended; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY appended ON public.security_events FOR INSERT WITH CHECK (((( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif") IS NULL) OR (company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))));


--
-- Name: asset_tag_words; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.asset_tag_words ENABLE ROW LEVEL SECURITY;

--
-- Name: asset_taggings; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.asset_taggings ENABLE ROW LEVEL SECURITY;

--
-- Name: asset_tags; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.asset_tags ENABLE ROW LEVEL SECURITY;

--
-- Name: asset_versions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.asset_versions ENABLE ROW LEVEL SECURITY;

--
-- Name: asset_words; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.asset_words ENABLE ROW LEVEL SECURITY;

--
-- Name: assets; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.assets ENABLE ROW LEVEL SECURITY;

--
-- Name: brand_kit_colors; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.brand_kit_colors ENABLE ROW LEVEL SECURITY;

--
-- Name: brand_kit_fonts; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.brand_kit_fonts ENABLE ROW LEVEL SECURITY;

--
-- Name: brand_kit_logos; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.brand_kit_logos ENABLE ROW LEVEL SECURITY;

--
-- Name: brand_kits; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.brand_kits ENABLE ROW LEVEL SECURITY;

--
-- Name: client_requests; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.client_requests ENABLE ROW LEVEL SECURITY;

--
-- Name: asset_tag_words company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.asset_tag_words USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: asset_taggings company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.asset_taggings USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: asset_tags company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.asset_tags USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: asset_versions company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.asset_versions USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: asset_words company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.asset_words USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: assets company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.assets USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: brand_kit_colors company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.brand_kit_colors USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: brand_kit_fonts company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.brand_kit_fonts USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: brand_kit_logos company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.brand_kit_logos USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: brand_kits company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.brand_kits USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: client_requests company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.client_requests USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: events company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.events USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: folder_words company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.folder_words USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: folders company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.folders USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: idempotency_keys company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.idempotency_keys USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: renditions company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.renditions USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: security_events company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.security_events FOR SELECT USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: template_assets company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.template_assets USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: template_tag_words company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.template_tag_words USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: template_taggings company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.template_taggings USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: template_tags company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.template_tags USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: template_versions company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.template_versions USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: template_words company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.template_words USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: templates company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.templates USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: uploads company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.uploads USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: webhook_deliveries company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.webhook_deliveries USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: webhook_secrets company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.webhook_secrets USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: webhooks company; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY company ON public.webhooks USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: events; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

--
-- Name: folder_words; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.folder_words ENABLE ROW LEVEL SECURITY;

--
-- Name: folders; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.folders ENABLE ROW LEVEL SECURITY;

--
-- Name: idempotency_keys; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: renditions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.renditions ENABLE ROW LEVEL SECURITY;

--
-- Name: security_events; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.security_events ENABLE ROW LEVEL SECURITY;

--
-- Name: template_assets; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.template_assets ENABLE ROW LEVEL SECURITY;

--
-- Name: template_tag_words; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.template_tag_words ENABLE ROW LEVEL SECURITY;

--
-- Name: template_taggings; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.template_taggings ENABLE ROW LEVEL SECURITY;

--
-- Name: template_tags; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.template_tags ENABLE ROW LEVEL SECURITY;

--
-- Name: template_versions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.template_versions ENABLE ROW LEVEL SECURITY;

--
-- Name: template_words; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.template_words ENABLE ROW LEVEL SECURITY;

--
-- Name: templates; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.templates ENABLE ROW LEVEL SECURITY;

--
-- Name: uploads; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.uploads ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_deliveries; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_secrets; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.webhook_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: webhooks; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;

--
-- Name: security_events whole; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY whole ON public.security_events USING ((( SELECT current_setting('app.security_log'::text, true) AS current_setting) = 'whole'::text)) WITH CHECK (false);


--
-- Name: SCHEMA pgboss; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA pgboss TO atelier_app;


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA public TO atelier_app;


--
-- Name: FUNCTION purge_security_events(before timestamp with time zone, batch integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.purge_security_events(before timestamp with time zone, batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.purge_security_events(before timestamp with time zone, batch integer) TO atelier_app;


--
-- Name: TABLE bam; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.bam TO atelier_app;


--
-- Name: TABLE job; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.job TO atelier_app;


--
-- Name: TABLE job_common; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.job_common TO atelier_app;


--
-- Name: TABLE job_dependency; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.job_dependency TO atelier_app;


--
-- Name: TABLE queue; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.queue TO atelier_app;


--
-- Name: TABLE queue_stats; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.queue_stats TO atelier_app;


--
-- Name: TABLE queue_stats_20261124; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.queue_stats_20261124 TO atelier_app;


--
-- Name: TABLE queue_stats_20261125; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.queue_stats_20261125 TO atelier_app;


--
-- Name: TABLE schedule; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.schedule TO atelier_app;


--
-- Name: TABLE subscription; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.subscription TO atelier_app;


--
-- Name: TABLE version; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.version TO atelier_app;


--
-- Name: TABLE warning; Type: ACL; Schema: pgboss; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE pgboss.warning TO atelier_app;


--
-- Name: TABLE access_tokens; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_tokens TO atelier_app;


--
-- Name: TABLE asset_tag_words; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.asset_tag_words TO atelier_app;


--
-- Name: TABLE asset_taggings; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.asset_taggings TO atelier_app;


--
-- Name: TABLE asset_tags; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.asset_tags TO atelier_app;


--
-- Name: TABLE asset_versions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.asset_versions TO atelier_app;


--
-- Name: TABLE asset_words; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.asset_words TO atelier_app;


--
-- Name: TABLE assets; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assets TO atelier_app;


--
-- Name: TABLE brand_kit_colors; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.brand_kit_colors TO atelier_app;


--
-- Name: TABLE brand_kit_fonts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.brand_kit_fonts TO atelier_app;


--
-- Name: TABLE brand_kit_logos; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.brand_kit_logos TO atelier_app;


--
-- Name: TABLE brand_kits; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.brand_kits TO atelier_app;


--
-- Name: TABLE client_assertions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.client_assertions TO atelier_app;


--
-- Name: TABLE client_requests; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.client_requests TO atelier_app;


--
-- Name: TABLE client_secrets; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.client_secrets TO atelier_app;


--
-- Name: TABLE clients; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.clients TO atelier_app;


--
-- Name: TABLE companies; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.companies TO atelier_app;


--
-- Name: TABLE enterprises; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprises TO atelier_app;


--
-- Name: TABLE events; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.events TO atelier_app;


--
-- Name: TABLE folder_words; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.folder_words TO atelier_app;


--
-- Name: TABLE folders; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.folders TO atelier_app;


--
-- Name: TABLE idempotency_keys; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_keys TO atelier_app;


--
-- Name: TABLE invitations; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitations TO atelier_app;


--
-- Name: TABLE kysely_migration; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.kysely_migration TO atelier_app;


--
-- Name: TABLE kysely_migration_lock; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.kysely_migration_lock TO atelier_app;


--
-- Name: TABLE memberships; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO atelier_app;


--
-- Name: TABLE passkeys; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkeys TO atelier_app;


--
-- Name: TABLE people; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.people TO atelier_app;


--
-- Name: COLUMN people.id; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(id) ON TABLE public.people TO atelier_app;


--
-- Name: COLUMN people.name; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(name) ON TABLE public.people TO atelier_app;


--
-- Name: COLUMN people.email; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(email) ON TABLE public.people TO atelier_app;


--
-- Name: COLUMN people.created_at; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(created_at) ON TABLE public.people TO atelier_app;


--
-- Name: COLUMN people.updated_at; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(updated_at) ON TABLE public.people TO atelier_app;


--
-- Name: TABLE renditions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.renditions TO atelier_app;


--
-- Name: TABLE security_events; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.security_events TO atelier_app;


--
-- Name: TABLE sessions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO atelier_app;


--
-- Name: TABLE sign_in_methods; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_methods TO atelier_app;


--
-- Name: TABLE template_assets; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_assets TO atelier_app;


--
-- Name: TABLE template_tag_words; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_tag_words TO atelier_app;


--
-- Name: TABLE template_taggings; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_taggings TO atelier_app;


--
-- Name: TABLE template_tags; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_tags TO atelier_app;


--
-- Name: TABLE template_versions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_versions TO atelier_app;


--
-- Name: TABLE template_words; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.template_words TO atelier_app;


--
-- Name: TABLE templates; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.templates TO atelier_app;


--
-- Name: TABLE two_factors; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.two_factors TO atelier_app;


--
-- Name: TABLE uploads; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.uploads TO atelier_app;


--
-- Name: TABLE verifications; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.verifications TO atelier_app;


--
-- Name: TABLE webhook_deliveries; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_deliveries TO atelier_app;


--
-- Name: TABLE webhook_secrets; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_secrets TO atelier_app;


--
-- Name: TABLE webhooks; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhooks TO atelier_app;


--
-- PostgreSQL database dump complete
--


