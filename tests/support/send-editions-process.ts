/** A process of its own that mails the editions that wait: `node send-editions-process.ts ADDRESS SMTP_URL`. */
import { pino } from 'pino'
import { bindEditions } from '../../src/app/bind-editions.ts'
import { parseConfig } from '../../src/config.ts'
import { readContent } from '../../src/content.ts'
import { connectDatabase } from '../../src/store/database/database.ts'

const [address = '', url = ''] = process.argv.slice(2)
const database = await connectDatabase(JSON.parse(address), 4)
const editions = bindEditions({
  ...{
    config: parseConfig({ SMTP_URL: url, MAIL_FROM: 'news@site.example', SOURCES: 'none' }),
    content: readContent('content'),
    database,
  },
  ...{ log: pino({ level: 'silent' }), clock: { now: () => new Date() } },
})
await editions.send()
editions.close()
await database.close()
