import { unusable } from '../../questions/author-text'
import type { SourcePart } from '../../questions/rubric'
import { sumContent } from '../../text/balance'
import { contentOfMoodle } from './content-of-source'
import { categoryOf } from './foreign'
import { Slugs } from './ids'
import { Item } from './moodle-item'
import type { Reading } from './reading'
import { readingOf } from './validate'
import { child, readElements, xmlNodeText } from './xml'

/**
 * Reads Moodle's XML, one question at a time; a description of our export and the questions that follow become a
 * 材料题.
 */
export async function* readMoodleXml(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Reading> {
  const slugs = new Slugs()
  let category = ''
  let described = false
  let material: { item: Item; parts: Item[] } | null = null
  for await (const element of readElements(pieces, (name) => name === 'question')) {
    if (element.attributes.type === 'category') {
      category = categoryOf(xmlNodeText(child(child(element, 'category'), 'text')))
      described = xmlNodeText(child(child(element, 'info'), 'text')).trim() !== ''
      continue
    }
    const item = new Item(element)
    if (described) item.notes.push('没有带入分类的说明')
    described = false
    if (material) material.parts.push(item)
    else if (item.partCount > 0) material = { item, parts: [] }
    else yield readAlone(item, category, slugs)
    if (!material || material.parts.length < material.item.partCount) continue
    yield readMaterial(material.item, material.parts, category, slugs)
    material = null
  }
  if (material) yield readMaterial(material.item, material.parts, category, slugs)
}

const readAlone = (item: Item, category: string, slugs: Slugs): Reading =>
  readingOf(item.label, item.element.line, () => {
    const question = item.read()
    question.slug = slugs.name(item.id, question)
    return { question, notes: item.notes, images: item.images, category, source: contentOfMoodle(item.element) }
  })

function readMaterial(item: Item, items: Item[], category: string, slugs: Slugs): Reading {
  return readingOf(item.label, item.element.line, () => {
    const partSlugs = new Slugs()
    const parts = items.map((one) => {
      const read = one.read()
      if (read.type === 'material') return unusable('材料题里不能再有材料题')
      const { difficulty: _d, tags: _t, chapter: _c, test: _e, ...part } = read
      return { ...part, slug: partSlugs.name(one.id, read) } as SourcePart
    })
    const question = item.material(parts)
    question.slug = slugs.name(item.id, question)
    const all = [item, ...items]
    return {
      question,
      notes: all.flatMap(({ notes }) => notes),
      images: new Map(all.flatMap(({ images }) => [...images])),
      category,
      source: sumContent(all.map(({ element }) => contentOfMoodle(element))),
    }
  })
}
