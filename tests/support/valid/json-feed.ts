/** JSON Feed 1.1 as a schema (jsonfeed.org/version/1.1): no unknown keys but extensions, which begin with `_`. */
import { z } from 'zod'

const extensible = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape).superRefine((value, context) => {
    for (const key of Object.keys(value))
      if (!(key in shape) && !/^_[a-z]/i.test(key)) context.addIssue({ code: 'custom', message: `unknown key ${key}` })
  })

const url = z.url()
const date = z.iso.datetime({ offset: true })
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
const author = extensible({
  name: z.string().min(1).optional(),
  url: url.optional(),
  avatar: url.optional(),
}).refine((one) => Object.keys(one).length > 0, 'an author needs at least one of name, url, avatar')
const attachment = extensible({
  url,
  mime_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  title: z.string().optional(),
  size_in_bytes: z.number().optional(),
  duration_in_seconds: z.number().optional(),
})
const item = extensible({
  id: z.string().min(1),
  url: url.optional(),
  external_url: url.optional(),
  title: z.string().optional(),
  content_html: z.string().optional(),
  content_text: z.string().optional(),
  summary: z.string().optional(),
  image: url.optional(),
  banner_image: url.optional(),
  date_published: date.optional(),
  date_modified: date.optional(),
  authors: z.array(author).optional(),
  tags: z.array(z.string()).optional(),
  language: language.optional(),
  attachments: z.array(attachment).optional(),
}).refine((one) => one.content_html !== undefined || one.content_text !== undefined, 'an item needs content')

export const JsonFeedSchema = extensible({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: url.optional(),
  feed_url: url.optional(),
  description: z.string().optional(),
  user_comment: z.string().optional(),
  next_url: url.optional(),
  icon: url.optional(),
  favicon: url.optional(),
  authors: z.array(author).optional(),
  language: language.optional(),
  expired: z.boolean().optional(),
  hubs: z.array(extensible({ type: z.string(), url })).optional(),
  items: z.array(item),
})
