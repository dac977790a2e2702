/** A process of its own that mails the editions that wait: `node send-editions-process.ts ADDRESS SMTP_URL`. */
import { pino } from 'pino'
import { createDeliveries } from '../../src/app/reader-deliveries.ts'
import { parseConfig } from '../../src/config.ts'
import { readContent } from '../../src/content.ts'
import { createPoster } from '../../src/feeds/fetch/post.ts'
import { connectDatabase } from '../../src/store/database/database.ts'

const [address = '', url = ''] = process.argv.slice(2)
const database = await connectDatabase(JSON.parse(address), 4)
const deliveries = createDeliveries({
  ...{
    config: parseConfig({ SMTP_URL: url, MAIL_FROM: 'news@site.example', SOURCES: 'none' }),
    content: readContent('content'),
    database,
  },
  strangers: createPoster({ reach: { allow: [], secure: true }, totalMs: 1000, userAgent: 'test' }),
  ...{ log: pino({ level: 'silent' }), clock: { now: () => new Date() } },
})
await deliveries.send('edition')
deliveries.close()
await database.close()
