/** Child of the bench: what a team would write without a cache. Express, pg, a query or two for each request. */
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 10 })
const app = express()

const columns = `a.id, coalesce(a.translated_title, a.title) as title, a.url, a.image_url, a.published_at, a.language,
  coalesce(a.translated_summary, a.excerpt) as summary, f.id as feed_id, f.title as feed_title, f.url as feed_url`

const present = (row: Record<string, unknown>) => ({
  id: row.id,
  title: row.title,
  url: row.url,
  image: row.image_url ?? 'https://site.example/default.png',
  summary: row.summary,
  source: row.feed_title,
  source_id: row.feed_id,
  published_at: row.published_at,
})

app.get('/entries.json', async (_request, response) => {
  const { rows } = await pool.query(`select ${columns} from articles a join feeds f on f.id = a.feed_id
    where a.status = 'published' and a.relevant order by a.sort_at desc, a.id desc limit 50`)
  response.json({ entries: rows.map(present) })
})

app.get('/entries/:id.json', async (request, response) => {
  const { rows } = await pool.query(
    `select ${columns} from articles a join feeds f on f.id = a.feed_id where a.status = 'published' and a.id = $1`,
    [request.params.id],
  )
  if (rows[0]) response.json(present(rows[0]))
  else response.status(404).end()
})

app.get('/api/v1/entries', async (request, response) => {
  const page = Number(request.query.page ?? 1)
  const [list, count] = await Promise.all([
    pool.query(
      `select ${columns}, (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug)), '[]')
         from tags t where t.id = any(a.tag_ids)) as tags
       from articles a join feeds f on f.id = a.feed_id where a.status = 'published'
       order by a.sort_at desc, a.id desc limit 20 offset $1`,
      [(page - 1) * 20],
    ),
    pool.query(`select count(*)::int as n from articles where status = 'published'`),
  ])
  response.json({
    data: list.rows.map((row) => ({ ...present(row), tags: row.tags })),
    pagination: { page, per_page: 20, total: count.rows[0].n },
  })
})

app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.(0))
