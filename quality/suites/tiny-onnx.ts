/** Writes a tiny ONNX sentence model, so that loading one is tested without a download: each word has one vector. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HIDDEN = 8
const FLOAT = 1
const INT64 = 7
const WORDS = 'query passage : apple iphone mac battery charger lawsuit court price update security'.split(' ')

/** A folder as EMBEDDING_MODEL_DIR wants it: config.json, tokenizer.json, tokenizer_config.json, onnx/model.onnx. */
export function writeTinyModel(folder: string): void {
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...WORDS]
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const save = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
  save('config.json', { model_type: 'bert', hidden_size: HIDDEN, vocab_size: vocabulary.length })
  save('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 128,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
  })
  save('tokenizer.json', tokenizer(vocabulary))
  writeFileSync(join(folder, 'onnx', 'model.onnx'), model(vocabulary.length))
}

function tokenizer(vocabulary: string[]): unknown {
  const special = (content: string, id: number) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: vocabulary.slice(0, 4).map(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  }
}

/** One Gather: token ids choose rows of a table. Field numbers are those of onnx.proto3. */
function model(words: number): Buffer {
  const node = message([text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather')])
  const graph = message([
    bytes(1, node),
    text(2, 'tiny'),
    bytes(5, table(words)),
    bytes(11, value('input_ids', INT64, ['batch', 'words'])),
    bytes(11, value('attention_mask', INT64, ['batch', 'words'])),
    bytes(12, value('last_hidden_state', FLOAT, ['batch', 'words', HIDDEN])),
  ])
  return message([
    integer(1, 8),
    text(2, 'karnhuset'),
    bytes(7, graph),
    bytes(8, message([text(1, ''), integer(2, 13)])),
  ])
}

function table(words: number): Buffer {
  const values = new Float32Array(words * HIDDEN)
  for (let word = 0; word < words; word++)
    for (let at = 0; at < HIDDEN; at++) values[word * HIDDEN + at] = Math.sin((word + 1) * (at + 1) * 12.9898)
  return message([
    integer(1, words),
    integer(1, HIDDEN),
    integer(2, FLOAT),
    text(8, 'table'),
    bytes(9, Buffer.from(values.buffer)),
  ])
}

function value(name: string, type: number, shape: (string | number)[]): Buffer {
  const dimensions = shape.map((size) =>
    bytes(1, message([typeof size === 'string' ? text(2, size) : integer(1, size)])),
  )
  const tensor = message([integer(1, type), bytes(2, message(dimensions))])
  return message([text(1, name), bytes(2, message([bytes(1, tensor)]))])
}

const message = (fields: Buffer[]) => Buffer.concat(fields)
const integer = (field: number, n: number) => Buffer.concat([varint(field << 3), varint(n)])
const bytes = (field: number, body: Buffer) => Buffer.concat([varint((field << 3) | 2), varint(body.length), body])
const text = (field: number, body: string) => bytes(field, Buffer.from(body))

function varint(value: number): Buffer {
  const out: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...out, rest])
    out.push((rest % 128) | 128)
  }
}
