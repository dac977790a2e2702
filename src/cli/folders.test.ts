import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../config.ts'
import { shippedContent } from '../platform/package/package-folder.ts'
import { bringFolders, saveFolders } from './folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-folders-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [content, data, file] = ['content', 'data', 'all.gz'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const config = parseConfig({ CONTENT_DIR: content, DATA_DIR: data })
const both = { withContent: true, withMedia: true }

it('content and media go beside the backup and come back, and nothing is lost unasked', async () => {
  mkdirSync(join(content, 'guides'), { recursive: true })
  writeFileSync(join(content, 'guides/one.md'), 'one')
  expect(await saveFolders(config, file, both)).toEqual([`${file}.content`])
  mkdirSync(join(data, 'media'), { recursive: true })
  writeFileSync(join(data, 'media/a.mp3'), 'sound')
  expect(await saveFolders(config, file, both)).toEqual([`${file}.content`, `${file}.media`])
  expect(await saveFolders(config, file, {})).toEqual([])

  writeFileSync(join(content, 'guides/one.md'), 'two')
  rmSync(join(data, 'media'), { recursive: true })
  await expect(bringFolders(config, file, both)).rejects.toThrow(`${content} exists: --replace`)
  expect([existsSync(join(data, 'media')), readFileSync(join(content, 'guides/one.md'), 'utf8')]).toEqual([
    false,
    'two',
  ])
  await expect(bringFolders(config, join(folder, 'none'), both)).rejects.toThrow('There is no folder')
  expect(await bringFolders(config, file, { ...both, replace: true })).toEqual([content, join(data, 'media')])
  expect(readFileSync(join(content, 'guides/one.md'), 'utf8')).toBe('one')
  expect(readFileSync(join(data, 'media/a.mp3'), 'utf8')).toBe('sound')
  expect(readdirSync(folder).sort()).toEqual(['all.gz.content', 'all.gz.media', 'content', 'data'])
})

it('content that comes with the program is neither saved nor replaced: it comes back to the working folder', async () => {
  const shipped = parseConfig({ CONTENT_DIR: shippedContent, DATA_DIR: data })
  const elsewhere = mkdtempSync(join(folder, 'elsewhere-'))
  expect(await saveFolders(shipped, join(folder, 'new.gz'), { withContent: true }, elsewhere)).toEqual([])
  const options = { withContent: true }
  expect(await bringFolders(shipped, file, options, elsewhere)).toEqual([join(elsewhere, 'content')])
  expect(readFileSync(join(elsewhere, 'content/guides/one.md'), 'utf8')).toBe('one')
  await expect(bringFolders(shipped, file, options, elsewhere)).rejects.toThrow('exists: --replace')
})
