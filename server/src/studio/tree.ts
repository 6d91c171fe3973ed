import { createHash, randomBytes } from 'node:crypto'
import type { TreeChange, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { type Document, isNode, parseDocument } from 'yaml'
import { fail } from '../base/refusal'

/** An entry of a manifest's list, as written. */
interface Entry {
  slug?: string
  title?: string
  file?: string
  notes?: string
  video?: string
  subtitles?: string
  free?: boolean
  test?: string
  after?: string
  kind?: string
  url?: string
  materials?: TreeNode['materials']
  sections?: Entry[]
  lessons?: Entry[]
}

type Lists = 'chapters' | 'expand' | 'resources'

/** The manifest of a curriculum during a change. Unchanged fields keep the author's formatting. */
export class ManifestTree {
  private readonly document: Document
  private readonly lists: Record<Lists, Entry[]>

  constructor(
    private readonly kind: CurriculumKind,
    text: string,
  ) {
    this.document = parseDocument(text, { schema: 'core' })
    const plain = (this.document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, unknown>
    const list = (name: Lists) => (Array.isArray(plain[name]) ? (plain[name] as Entry[]) : [])
    this.lists = { chapters: list('chapters'), expand: list('expand'), resources: list('resources') }
    // A part without a slug is named after its first section. Writes the slug out, so that the part keeps its name when
    // sections move.
    for (const entry of this.lists.chapters)
      if (below(entry)) entry.slug ??= `part-${below(entry)![0]?.slug ?? newSlug()}`
  }

  get isEpub(): boolean {
    return this.kind === 'ebook' && this.document.has('epub')
  }

  field(name: string): unknown {
    // Converts only this field: converting a manifest of 1,000 chapters for each field would take most of a request.
    const node = this.document.get(name, true)
    return isNode(node) ? node.toJS(this.document, { maxAliasCount: 100 }) : node
  }

  get resources() {
    return this.lists.resources.map(({ slug = '', title = '', kind, file, url }) => ({
      slug,
      title,
      kind: (kind ?? 'file') as 'video' | 'audio' | 'file' | 'link',
      path: file ?? null,
      url: url ?? null,
    }))
  }

  /** Entries in reading order. `titles` has the headings of the texts. */
  nodes(titles: ReadonlyMap<string, string>): Omit<TreeNode, 'state'>[] {
    const node = (entry: Entry, kind: TreeNode['kind'], parent: string | null): Omit<TreeNode, 'state'> => {
      const path = entry.file ?? entry.notes ?? null
      return {
        slug: entry.slug ?? '',
        title: entry.title || (path && titles.get(path)) || entry.slug || '',
        kind,
        parent,
        path,
        free: entry.free === true,
        video: entry.video ?? null,
        subtitles: entry.subtitles ?? null,
        materials: materialsOf(entry),
      }
    }
    const leaf = this.kind === 'course' ? 'lesson' : 'text'
    const chapters = this.lists.chapters.flatMap((entry) => {
      if (this.kind === 'bank') return [node(entry, 'group', null)]
      const inner = below(entry)
      if (!inner) return [node(entry, leaf, null)]
      return [node(entry, 'part', null), ...inner.map((one) => node(one, leaf, entry.slug ?? ''))]
    })
    return [...chapters, ...this.lists.expand.map((entry) => node(entry, 'expand', null))]
  }

  /** Changes the manifest. Returns the slug concerned, and the Markdown file that the change creates. */
  apply(change: TreeChange): { slug: string; newFile?: { path: string; text: string } } {
    switch (change.op) {
      case 'add':
        return this.add(change)
      case 'move':
        return this.move(change)
      case 'remove':
        return this.remove(change.slug)
      case 'rename':
        this.find(change.slug).entry.title = change.title
        return { slug: change.slug }
      case 'free': {
        const { entry } = this.find(change.slug)
        if (change.free) entry.free = true
        else delete entry.free
        return { slug: change.slug }
      }
      case 'media': {
        const { entry } = this.find(change.slug)
        for (const name of ['video', 'subtitles'] as const) {
          const path = change[name]
          if (path === null) delete entry[name]
          else if (path !== undefined) entry[name] = path
        }
        return { slug: change.slug }
      }
      case 'materials': {
        const { entry } = this.find(change.slug)
        if (this.kind !== 'course') fail('content-refused', { msg: '只有课程的一课有资料' })
        if (change.materials.length > 0) entry.materials = change.materials
        else delete entry.materials
        return { slug: change.slug }
      }
      case 'resource':
        return this.setResource(change)
      case 'remove-resource':
        return this.removeResource(change.slug)
      case 'fields':
        for (const [name, value] of Object.entries(change.fields)) {
          const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
          if (isEmpty) this.document.delete(name)
          else this.document.set(name, value)
        }
        return { slug: '' }
    }
  }

  text(): string {
    for (const name of ['chapters', 'expand', 'resources'] as const) {
      const list = this.lists[name]
      if (JSON.stringify(this.field(name) ?? []) === JSON.stringify(list)) continue
      if (list.length === 0) this.document.delete(name)
      else this.document.set(name, this.document.createNode(list))
    }
    return this.document.toString({ lineWidth: 120 })
  }

  private add({ kind, title, parent, index, slug: wanted }: Extract<TreeChange, { op: 'add' }>) {
    const slug = wanted ?? newSlug()
    if (this.slugs().has(slug)) fail('content-refused', { msg: `标识 ${slug} 已经有了，请换一个` })
    const file = `${kind === 'expand' ? 'expand' : 'chapters'}/${slug}.md`
    const newFile = { path: kind === 'lesson' ? `lessons/${slug}.md` : file, text: `# ${title}\n\n` }
    if (kind === 'part') {
      if (this.kind === 'bank') fail('content-refused', { msg: '题库只有一级章节' })
      // A part must have a section, so a new part is created with one.
      const section = { slug: newSlug(), path: '' }
      section.path = `${this.kind === 'course' ? 'lessons' : 'chapters'}/${section.slug}.md`
      const inner =
        this.kind === 'course'
          ? { lessons: [{ slug: section.slug, title: '新的一课', notes: section.path }] }
          : { sections: [{ slug: section.slug, file: section.path }] }
      insert(this.lists.chapters, index, { title, slug, ...inner })
      return { slug, newFile: { path: section.path, text: this.kind === 'course' ? '' : '# 新的一节\n\n' } }
    }
    if (kind === 'group') {
      if (this.kind !== 'bank') fail('content-refused', { msg: '只有题库有这种章节' })
      insert(this.lists.chapters, index, { slug, title })
      return { slug }
    }
    if (kind === 'expand') {
      const after = parent ?? this.lists.chapters.flatMap((entry) => below(entry) ?? [entry])[0]?.slug
      if (this.kind !== 'textbook' || !after) fail('content-refused', { msg: '只有教材有拓展阅读' })
      insert(this.lists.expand, index, { slug, title, file, after })
      return { slug, newFile }
    }
    const entry: Entry = kind === 'lesson' ? { slug, title, notes: newFile.path } : { slug, file }
    if ((kind === 'lesson') !== (this.kind === 'course') || this.kind === 'bank')
      fail('content-refused', { msg: '这门内容不能有这样的一节' })
    insert(this.siblings(parent), index, entry)
    return { slug, newFile }
  }

  private move({ slug, parent, index }: Extract<TreeChange, { op: 'move' }>) {
    const { list, at, entry } = this.find(slug)
    if (list === this.lists.expand) insertAgain(list, at, index)
    else {
      const target = below(entry) || this.kind === 'bank' ? this.lists.chapters : this.siblings(parent)
      if (below(entry) && parent !== null) fail('content-refused', { msg: '章不能放进另一章里' })
      if (target !== list && list !== this.lists.chapters && list.length === 1)
        fail('content-refused', { msg: '一章至少要有一节，可以先移除这一章' })
      list.splice(at, 1)
      insert(target, index, entry)
    }
    return { slug }
  }

  private remove(slug: string) {
    const { list, at } = this.find(slug)
    const isLast = list.length === 1 && list !== this.lists.expand
    if (isLast) {
      const owner = this.lists.chapters.findIndex((entry) => below(entry) === list)
      if (owner < 0 || this.lists.chapters.length === 1) fail('content-refused', { msg: '至少要留一节' })
      // A part without sections cannot be published, so it is removed with its last section.
      this.lists.chapters.splice(owner, 1)
    } else list.splice(at, 1)
    return { slug }
  }

  private setResource({ slug, title, kind, path, url }: Extract<TreeChange, { op: 'resource' }>) {
    if (this.kind !== 'textbook') fail('content-refused', { msg: '只有教材有资源' })
    if (kind === 'link' ? !url : !path)
      fail('content-refused', { msg: kind === 'link' ? '请填写网址' : '请先上传文件' })
    const entry: Entry = { slug, title, kind, ...(kind === 'link' ? { url: url! } : { file: path! }) }
    const at = this.lists.resources.findIndex((one) => one.slug === slug)
    if (at >= 0) this.lists.resources[at] = entry
    else this.lists.resources.push(entry)
    return { slug }
  }

  private removeResource(slug: string) {
    const at = this.lists.resources.findIndex((one) => one.slug === slug)
    if (at < 0) fail('content-refused', { msg: '没有找到这个资源，可能已被移除，请刷新看看' })
    this.lists.resources.splice(at, 1)
    return { slug }
  }

  private siblings(parent: string | null): Entry[] {
    if (parent === null) {
      if (this.kind === 'course') fail('content-refused', { msg: '课程的一课要放在一章里' })
      return this.lists.chapters
    }
    const owner = this.lists.chapters.find(({ slug }) => slug === parent)
    return (owner && below(owner)) ?? fail('content-refused', { msg: '没有找到这一章，请刷新看看' })
  }

  private find(slug: string): { list: Entry[]; at: number; entry: Entry } {
    const inner = this.lists.chapters.flatMap((entry) => {
      const list = below(entry)
      return list ? [list] : []
    })
    for (const list of [this.lists.chapters, ...inner, this.lists.expand]) {
      const at = list.findIndex((entry) => entry.slug === slug)
      if (at >= 0) return { list, at, entry: list[at]! }
    }
    return fail('content-refused', { msg: '没有找到这一节，可能已被移除，请刷新看看' })
  }

  private slugs(): Set<string> {
    const all = this.lists.chapters.flatMap((entry) => [entry, ...(below(entry) ?? [])])
    return new Set([...all, ...this.lists.expand].map(({ slug }) => slug ?? ''))
  }
}

interface Contents {
  /** Slugs of sections and lessons by the path of their text. */
  slugs: ReadonlyMap<string, string>
  resources: ManifestTree['resources']
}

/** Contents of recently read manifests. Parsing one of 1,000 chapters takes longer than rendering a text. */
const contents = new Map<string, Contents>()
const mostContents = 32

/** Reads the fields of a manifest that a preview needs; cached, because they stay the same while text is typed. */
export function readContents(kind: CurriculumKind, text: string): Contents {
  const key = createHash('sha256').update(`${kind}\0${text}`).digest('base64')
  let known = contents.get(key)
  if (!known) {
    const tree = new ManifestTree(kind, text)
    const slugs = new Map(
      tree.nodes(new Map()).flatMap(({ path, slug }) => (path === null ? [] : [[path, slug] as const])),
    )
    known = { slugs, resources: tree.resources }
    contents.set(key, known)
    if (contents.size > mostContents) contents.delete(contents.keys().next().value!)
  }
  return known
}

const below = (entry: Entry) => entry.sections ?? entry.lessons

/** Files of a lesson; a draft may be written by hand, with mistakes that its check reports. */
const materialsOf = ({ materials }: Entry): TreeNode['materials'] =>
  Array.isArray(materials)
    ? materials.map((one) => ({ title: String(one?.title ?? ''), file: String(one?.file ?? '') }))
    : []

const newSlug = () => `s${randomBytes(4).toString('hex')}`

function insert<T>(list: T[], index: number | undefined, entry: T): void {
  list.splice(Math.min(index ?? list.length, list.length), 0, entry)
}

function insertAgain<T>(list: T[], from: number, to: number): void {
  const [entry] = list.splice(from, 1)
  insert(list, to, entry!)
}
