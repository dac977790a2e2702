import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table episodes (
      episode_id text primary key,
      title text not null,
      description text not null default '',
      published_on timestamptz not null,
      duration_seconds double precision not null,
      audio_path text not null,
      audio_type text not null,
      audio_bytes bigint not null,
      cover_path text,
      cover_thumb_path text,
      transcript_vtt text,
      transcript_text text,
      chapters jsonb not null default '[]',
      sources jsonb not null default '[]',
      origin text not null check (origin in ('import', 'generate')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create index episodes_newest on episodes (published_on desc, episode_id desc)`.execute(db)
  await sql`
    create table guides (
      slug text primary key,
      -- name of the file that it was read from
      file text not null unique,
      title text not null,
      page_type text not null check (page_type in ('product_hub', 'family_hub', 'generation_hub', 'rumor')),
      family text not null,
      generation text,
      tags text[] not null default '{}',
      summary text not null,
      body text not null,
      updated date not null,
      facts_until date,
      content_hash text not null,
      -- words of title, summary and body, stemmed in the site's language
      search tsvector not null
    )`.execute(db)
  await sql`
    create table guide_faults (
      file text not null,
      line integer not null,
      message text not null,
      -- true when the file was not taken in, so that its last good version stays up
      refused boolean not null,
      at timestamptz not null
    )`.execute(db)
}
