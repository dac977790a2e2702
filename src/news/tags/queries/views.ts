/** Topics as every surface reads them. */

export interface TagRef {
  id: number
  name: string
  slug: string
}

export interface TagView extends TagRef {
  entriesCount: number
}

export interface TagDetailView extends TagView {
  related: TagRef[]
}
