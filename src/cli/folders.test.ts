import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../config.ts'
import { shippedContent } from '../platform/package/package-folder.ts'
import { saveFolders, stageFolders } from './folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-folders-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [content, data, file] = ['content', 'data', 'all.gz'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const config = parseConfig({ CONTENT_DIR: content, DATA_DIR: data })
const bringFolders = async (...args: Parameters<typeof stageFolders>) => {
  const folders = await stageFolders(...args)
  const there = await folders.put()
  await folders.discard()
  return there
}
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

it('content of a checkout is the program’s, under any name: it is not replaced', async () => {
  const linked = join(folder, 'linked')
  symlinkSync(shippedContent, linked)
  const options = { withContent: true, replace: true }
  for (const [CONTENT_DIR, cwd] of [
    [shippedContent, dirname(shippedContent)],
    [linked, folder],
  ] as const)
    for (const replace of [true, false])
      await expect(
        bringFolders(parseConfig({ CONTENT_DIR, DATA_DIR: data }), file, { ...options, replace }, cwd),
      ).rejects.toThrow('set CONTENT_DIR to a folder of its own')
  expect(readdirSync(shippedContent)).toContain('languages')
})

it('a folder stays the one that it was, as a mount or a link must, and loses what a killed restore left in it', async () => {
  const linked = join(folder, 'link')
  symlinkSync(content, linked)
  for (const name of ['.partial', '.old', 'lost+found']) mkdirSync(join(content, name, 'x'), { recursive: true })
  writeFileSync(join(content, 'guides/two.md'), 'two')
  const inode = statSync(content).ino
  const options = { withContent: true, replace: true }
  await bringFolders(parseConfig({ CONTENT_DIR: linked, DATA_DIR: data }), file, options)
  expect([lstatSync(linked).isSymbolicLink(), statSync(content).ino]).toEqual([true, inode])
  expect(readdirSync(content, { recursive: true }).sort()).toEqual([
    'guides',
    'guides/one.md',
    'lost+found',
    'lost+found/x',
  ])
  rmSync(join(content, 'lost+found'), { recursive: true })
})

it('all folders are as they were where one cannot be replaced', async () => {
  writeFileSync(join(content, 'guides/one.md'), 'mine')
  const folders = await stageFolders(config, file, { ...both, replace: true })
  rmSync(join(data, 'media/.partial'), { recursive: true })
  await expect(folders.put()).rejects.toThrow(/^The database was restored, and the folders are as they were \(ENOENT/)
  await folders.discard()
  expect(readFileSync(join(content, 'guides/one.md'), 'utf8')).toBe('mine')
  expect([readdirSync(content), readdirSync(join(data, 'media'))]).toEqual([['guides'], ['a.mp3']])
})

it('what cannot be prepared is refused, and nothing of it stays', async () => {
  const fresh = join(folder, 'fresh')
  writeFileSync(join(folder, 'a-file'), '')
  const inFile = parseConfig({ CONTENT_DIR: fresh, DATA_DIR: join(folder, 'a-file') })
  await expect(bringFolders(inFile, file, both)).rejects.toThrow(
    /a-file\/media cannot be replaced .*Nothing was changed/,
  )
  expect(existsSync(fresh)).toBe(false)
  const folders = await stageFolders({ ...config, CONTENT_DIR: fresh }, file, { withContent: true })
  await folders.discard()
  expect(existsSync(fresh)).toBe(false)
})
