/** Guides in `/llms.txt`: one type after the other, since a heading of their own would not be a section there. */
import { guidePath } from '../../platform/site/paths.ts'
import { type LlmsSection, line } from '../../surfaces/markdown/llms.ts'
import { listGuides } from './list-guides.ts'
import type { GuidePageType } from './views.ts'

const typesInOrder: GuidePageType[] = ['family_hub', 'generation_hub', 'product_hub', 'rumor']

export const llmsSection: LlmsSection = {
  title: 'agents.section_guides',
  async list(db, { baseUrl, site, t }) {
    const guides = await listGuides(db, site.language)
    return typesInOrder.flatMap((type) =>
      guides
        .filter(({ pageType }) => pageType === type)
        .map((guide) =>
          line(guide.title, `${baseUrl}${guidePath(guide)}.md`, `${t(`agents.type_${type}`)}. ${guide.summary}`),
        ),
    )
  },
}
