/** Conditional requests. */

/** RFC 9110, 13.1.2: weak comparison of an ETag with each of those that the client holds. */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const ours = opaque(etag)
  return ifNoneMatch.split(',').some((tag) => {
    const theirs = opaque(tag)
    return theirs === ours || theirs.replace(CODING, '"') === ours
  })
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Servers in front mark what they compressed: Apache `-gzip"` or `"-gzip`, Jetty `--gzip"`, others `;gzip"`. */
const CODING = /"?[-;:+]{1,2}(x-)?(gzip|br|zstd|deflate)"?$/
