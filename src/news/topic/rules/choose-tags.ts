/** The tags that a person chose among the proposed ones. Pure. */
import { slugOf, type TagProposal } from './propose-tags.ts'
import type { TopicTag } from './topic-files.ts'

/** `names`: one for each proposal, null for what was left. Proposals of one name are one tag, below none; it is found by the words of all. */
export function chooseTags(proposals: readonly TagProposal[], names: readonly (string | null)[]): TopicTag[] {
  /** Slug of a proposal → of its tag. */
  const slugs = new Map<string, string>()
  const tags = new Map<string, TopicTag>()
  for (const [at, proposal] of proposals.entries()) {
    const name = names[at]
    if (!name) continue
    const slug = slugOf(name) || proposal.slug
    const same = tags.get(slug)
    const aliases = [...(same?.aliases ?? []), proposal.name, ...proposal.aliases]
    slugs.set(proposal.slug, slug)
    tags.set(slug, {
      name: same?.name ?? name,
      slug,
      kind: same?.kind ?? proposal.kind,
      parent: same ? null : proposal.parent,
      aliases: [...new Set(aliases)].filter((alias) => alias !== (same?.name ?? name)),
    })
  }
  return [...tags.values()].map((tag) => ({ ...tag, parent: slugs.get(tag.parent ?? '') ?? null }))
}
