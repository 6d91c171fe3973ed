import { createHash } from 'node:crypto'
import { extname, posix } from 'node:path'
import { EpubZip } from '../../text/epub/zip'
import { Slugs } from './ids'
import { UnreadableFile } from './input'
import type { PictureSource } from './qti'
import { type Reading, refused } from './reading'

/** Returns the sources of images in XML, also in HTML that is escaped inside XML, as in QTI 1.2. */
export const picturesIn = (text: string) =>
  [...text.matchAll(/\b(?:src|data|uri)\s*=\s*(?:"([^"]+)"|'([^']+)'|&quot;(.+?)&quot;)/g)].map(
    ([, double, single, escaped]) => (double ?? single ?? escaped ?? '').replaceAll('&amp;', '&'),
  )
export const named = (src: string, data: Buffer) => ({
  name: `${createHash('sha256').update(data).digest('hex').slice(0, 16)}${extname(src.replace(/\?.*$/, '')).toLowerCase()}`,
  data,
})
export const maxPicture = 20 * 1024 * 1024

type ReadXml = (
  pieces: () => Iterable<string>,
  start: string,
  name: string,
  picture: PictureSource,
  slugs: Slugs,
) => AsyncGenerator<Reading>

/**
 * Reads the items of a package: IMS content packages, exports of Canvas and Blackboard, Common Cartridges. A message at
 * the end counts the other contents (pages, files, settings).
 */
export async function* readPackage(path: string, readXml: ReadXml): AsyncGenerator<Reading> {
  const zip = await EpubZip.open(path)
  const slugs = new Slugs()
  try {
    const names = questionFiles(zip.names, await manifestOrder(zip))
    const others = zip.names.filter((name) => !names.includes(name) && !/\/assessment_qti\.xml$/.test(name))
    const used = new Set<string>()
    let isEmpty = true
    for (const name of names) {
      const text = await withStimulus(zip, name, new TextDecoder().decode((await zip.read(name))!), used)
      if (isStimulus(text)) continue
      if (isSetting(text)) {
        others.push(name)
        continue
      }
      const picture = await picturesFor(zip, name, text, used)
      try {
        for await (const reading of readXml(() => [text], text, name, picture, slugs)) {
          isEmpty = false
          yield reading.question ? { ...reading, file: name } : reading
        }
      } catch (error) {
        // An invalid file is reported and does not affect the other files.
        if (!(error instanceof UnreadableFile)) throw error
        isEmpty = false
        yield refused(name, 1, error.message)
      }
    }
    const left = leftOver(others.filter((name) => !used.has(name)))
    if (isEmpty) throw new UnreadableFile(`压缩包里没有题目${left === '' ? '' : `；${left}`}`)
    if (left) yield { ...refused('压缩包里的其他文件', 0, `不是题目，没有带入：${left}`), isOther: true }
  } finally {
    zip.close()
  }
}

/** Returns the position of each file in the manifest, which is the order of the author; file names are often ids. */
async function manifestOrder(zip: EpubZip): Promise<ReadonlyMap<string, number>> {
  const manifest = zip.has('imsmanifest.xml') ? await zip.read('imsmanifest.xml') : null
  const files = new TextDecoder().decode(manifest ?? Buffer.of()).matchAll(/<(?:\w+:)?file\b[^>]*?\shref="([^"]*)"/g)
  return new Map([...files].map(([, href], at) => [plainSource(href!.replaceAll('&amp;', '&')), at]))
}

/**
 * Returns the files with questions; those that the manifest does not list come last. Of a quiz that Canvas wrote twice,
 * only the full one in `non_cc_assessments`.
 */
function questionFiles(names: string[], order: ReadonlyMap<string, number>): string[] {
  const position = (name: string) => order.get(name) ?? order.size
  const full = new Set(names.flatMap((name) => /^non_cc_assessments\/(.+)\.xml\.qti$/.exec(name)?.[1] ?? []))
  return names
    .filter((name) => /\.(xml|qti|dat)$/i.test(name) && !/(^|\/)(imsmanifest|assessment_meta)\.xml$/i.test(name))
    .filter((name) => !full.has(/^([^/]+)\/assessment_qti\.xml$/.exec(name)?.[1] ?? ''))
    .sort()
    .sort((a, b) => position(a) - position(b))
}

/** Root elements of XML files with settings, links and discussions, in Canvas, Common Cartridge and Blackboard. */
const settings =
  /^(course|modules|assignments?|assignmentGroups|rubrics|fileMeta|learningOutcomes|externalFeeds|gradingStandards|calendarEvents|latePolicy|mediaTracks|topic|topicMeta|webLink|cartridge_basiclti_link|canvasExport|announcement|discussion|COURSE|COURSELINKS|CSRESOURCELINKS|COURSEASSESSMENT\w*|COURSEMODULEPAGES|LEARNRUBRICS|USERS|parentContextInfo|CONTENT|coursetoc|forum)$/i

const isSetting = (text: string) =>
  settings.test(
    /<([A-Za-z][\w:.-]*)/.exec(text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, ''))?.[1]?.replace(/^.*:/, '') ?? '',
  )

const stimulusRef =
  /<qti-assessment-stimulus-ref\b[^>]*\bhref="([^"]*)"[^>]*?(?:\/>|>\s*<\/qti-assessment-stimulus-ref>)/
const stimulusBody = /<qti-stimulus-body\b[^>]*>([\s\S]*)<\/qti-stimulus-body>/
const isStimulus = (text: string) => /<qti-assessment-stimulus\s/.test(text)

/** Inserts a stimulus (a text in a separate file that items of QTI 3.0 share) into the item. */
async function withStimulus(zip: EpubZip, name: string, text: string, used: Set<string>): Promise<string> {
  const [ref, href = ''] = stimulusRef.exec(text) ?? []
  const path = posix.join(posix.dirname(name), plainSource(href))
  const data = ref === undefined || !zip.has(path) ? null : await zip.read(path)
  const body = data ? stimulusBody.exec(new TextDecoder().decode(data))?.[1] : undefined
  if (ref === undefined || body === undefined) return text
  used.add(path)
  // Images are relative to the file of the stimulus.
  const moved = body.replace(
    /(\b(?:src|data)=")(?![a-z][a-z0-9+.-]*:|\/)([^"]*)/gi,
    (_, start: string, src: string) =>
      start + posix.relative(posix.dirname(name), posix.join(posix.dirname(path), src)),
  )
  return text.replace(ref, '').replace(/<qti-item-body\b[^>]*>/, (start) => `${start}<div>${moved}</div>`)
}

/** Finds the images of one file: in its folder, at the top level, and in the folder that cartridges use. */
async function picturesFor(zip: EpubZip, name: string, text: string, used: Set<string>): Promise<PictureSource> {
  const pictures = new Map<string, Buffer>()
  for (const src of new Set(picturesIn(text))) {
    const plain = plainSource(src)
    const places = [posix.join(posix.dirname(name), plain), plain, posix.join('web_resources', plain)]
    const place = places.find((one) => zip.has(one)) ?? blackboardFile(zip, plain)
    const data = place === undefined ? null : await zip.read(place)
    if (place === undefined || !data || data.length > maxPicture) continue
    used.add(place)
    pictures.set(plain, data)
  }
  return (src) => {
    const data = pictures.get(plainSource(src))
    return data ? named(plainSource(src), data) : null
  }
}

/** Finds a file of Blackboard, whose name in the package ends with the id in the URL: `图__xid-12_1.png`. */
function blackboardFile(zip: EpubZip, src: string): string | undefined {
  const id = /\bxid-\d+_\d+/.exec(src)?.[0]
  return id === undefined ? undefined : zip.names.find((name) => name.includes(`__${id}.`) && !name.endsWith('.xml'))
}

/** Returns the path in a URL of Canvas, such as `$IMS-CC-FILEBASE$/Uploaded%20Media/a.png?canvas_download=1`. */
function plainSource(src: string): string {
  const path = src.replace(/\?.*$/, '')
  try {
    return decodeURIComponent(path).replace(/^\$?IMS-CC-FILEBASE\$?\//, '')
  } catch {
    return path
  }
}

/** Describes the contents of a package other than questions and their images. */
function leftOver(names: string[]): string {
  const files = names.filter((name) => !/\/$|(^|\/)(imsmanifest|assessment_meta)\.xml$|\.xsd$/i.test(name))
  const kinds: [string, RegExp][] = [
    ['页面', /\.html?$/i],
    ['设置', /\.(xml|qti|dat)$/i],
    ['文件', /./],
  ]
  const counts = new Map<string, number>()
  for (const name of files) {
    const kind = kinds.find(([, pattern]) => pattern.test(name))![0]
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  if (!counts.has('页面') && !counts.has('文件')) return ''
  const listed = [...counts].map(([kind, count]) => `${kind} ${count} 个`).join('、')
  return `${listed}；页面和文件用 npm run content -- import <文件> --subject <学科> 作为教材导入`
}
