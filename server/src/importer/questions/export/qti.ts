import { extname } from 'node:path'
import { unusable } from '../../../questions/author-text'
import { markBlanks, replaceMarks } from '../../../questions/blank/marks'
import type { Accepted } from '../../../questions/blank/rubric'
import { usualWeight } from '../../../questions/match/rubric'
import type { SourcePart, SourceQuestion } from '../../../questions/rubric'
import { wholeShare } from '../../../questions/shares'
import { referenceQuote } from '../../../questions/short/author'
import { exportedShare, kindOf, numberFields, writeTags } from '../foreign'
import { escapeXml } from '../xml'
import { isNumeric, isText, pictureNames, renamePictures, type ToWrite } from './losses'
import { markdownToXhtml } from './xhtml'

export interface QtiFile {
  name: string
  body: string | Buffer
}

const declaration = (id: string, cardinality: string, baseType: string, inner = '') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${baseType}">${inner}</responseDeclaration>`
const outcome = (id: string, value: number) =>
  `<outcomeDeclaration identifier="${id}" cardinality="single" baseType="float"><defaultValue><value>${value}</value></defaultValue></outcomeDeclaration>`
const correct = (values: string[]) =>
  `<correctResponse>${values.map((value) => `<value>${escapeXml(value)}</value>`).join('')}</correctResponse>`
const decimal = (share: number) => String(Number((share / wholeShare).toFixed(7)))

/** Output for one question part, in the three sections of an item. */
interface Piece {
  declarations: string[]
  body: string
  /** Rules that add to SCORE; null if a template is sufficient. */
  rules: string[] | null
  template: 'match_correct' | 'map_response' | null
}

/** Writes an assessmentItem of QTI 2.1 and its images. QTI does not support 编程题. */
export async function writeQti({ question, images }: ToWrite): Promise<QtiFile[]> {
  const pictures = new Map(
    [...images.keys()].map((name, i) => [name, `media/${question.slug}-${i + 1}${extname(name)}`]),
  )
  const xhtml = (markdown: string, inline = false) =>
    markdownToXhtml(
      renamePictures(markdown, (name) => pictures.get(name) ?? name),
      inline,
    )
  const parts = question.type === 'material' ? question.parts : [question as SourcePart]
  const pieces: Piece[] = []
  for (const [i, part] of parts.entries())
    pieces.push(await pieceOf(part, question.type === 'material' ? `R${i + 1}` : 'RESPONSE', xhtml))
  const body =
    question.type === 'material'
      ? `${await xhtml(question.stem)}${pieces.map(({ body: inner }, i) => wrapped(parts[i]!, i, inner)).join('')}`
      : pieces[0]!.body
  const scores =
    question.type === 'material' ? parts.map((part, i) => outcome(`MAXSCORE_${i + 1}`, part.score / 100)) : []
  const feedback = [
    await modal('analysis', question.analysis, xhtml),
    ...(question.type === 'material'
      ? await Promise.all(parts.map((part, i) => modal(`analysis_${i + 1}`, part.analysis, xhtml)))
      : []),
  ]
  const shown = [...pictures].filter(([name]) => pictureNames(JSON.stringify(question)).includes(name))
  return [
    {
      name: `${question.slug}.xml`,
      body: [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" xmlns:m="http://www.w3.org/1998/Math/MathML" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imsqti_v2p1 http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd" identifier="${identifier(question.slug)}" title="${escapeXml(question.slug)}" label="${escapeXml(labelOf(question))}" adaptive="false" timeDependent="false" toolName="duoxiangxue" toolVersion="1">`,
        ...pieces.flatMap(({ declarations }) => declarations),
        outcome('SCORE', 0),
        outcome('MAXSCORE', question.score / 100),
        ...scores,
        '<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>',
        `<itemBody>${body}</itemBody>`,
        processing(pieces),
        ...feedback.filter(Boolean),
        '</assessmentItem>',
        '',
      ].join('\n'),
    },
    ...shown.map(([name, file]) => ({ name: file, body: images.get(name)! })),
  ]
}

/** QTI identifiers start with a letter; a slug may not. */
const identifier = (slug: string) => (/^[a-z]/.test(slug) ? slug : `q-${slug}`)

function labelOf(question: SourceQuestion): string {
  const slugs =
    question.type === 'material'
      ? Object.fromEntries(
          question.parts.flatMap((part, i) => [
            [`slug${i + 1}`, part.slug],
            [`number${i + 1}`, numberFields(part).number ?? null],
          ]),
        )
      : numberFields(question)
  const slug = identifier(question.slug) === question.slug ? null : question.slug
  return writeTags(question, { slug, type: 'options' in question ? kindOf(question) : null, ...slugs }).join(',')
}

/** Writes the type of a choice into the id of the question part, because the interaction does not determine it. */
const wrapped = (part: SourcePart, index: number, inner: string) => {
  const kind = 'options' in part ? kindOf(part) : numberFields(part).type
  return `<div class="dxx-part"${kind ? ` id="dxx-${kind}_${index + 1}"` : ''}>${inner}</div>`
}

const modal = async (id: string, analysis: string, xhtml: (markdown: string) => Promise<string>) =>
  analysis === ''
    ? ''
    : `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="${id}" showHide="show">${await xhtml(analysis)}</modalFeedback>`

const template = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates'

function processing(pieces: Piece[]): string {
  const [only] = pieces
  if (pieces.length === 1 && !only!.rules)
    return only!.template ? `<responseProcessing template="${template}/${only!.template}"/>` : ''
  const rules = pieces.flatMap((piece) => piece.rules ?? [])
  return rules.length > 0 ? `<responseProcessing>${rules.join('')}</responseProcessing>` : ''
}

const addScore = (value: string) =>
  `<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/>${value}</sum></setOutcomeValue>`
const one = '<baseValue baseType="float">1</baseValue>'
const ifMatches = (id: string) =>
  `<responseCondition><responseIf><match><variable identifier="${id}"/><correct identifier="${id}"/></match>${addScore(one)}</responseIf></responseCondition>`

type Xhtml = (markdown: string, inline?: boolean) => Promise<string>

async function pieceOf(part: SourcePart, id: string, xhtml: Xhtml): Promise<Piece> {
  const alone = id === 'RESPONSE'
  const matched = { template: 'match_correct' as const, rules: alone ? null : [ifMatches(id)] }
  const mapped = {
    template: 'map_response' as const,
    rules: alone ? null : [addScore(`<mapResponse identifier="${id}"/>`)],
  }
  const stem = part.type === 'blank' ? '' : await xhtml(part.stem)
  const choices = async (texts: string[], name: string, prefix: string, attributes: (index: number) => string) => {
    const inner = await Promise.all(texts.map((text) => xhtml(text, true)))
    return inner.map((text, i) => `<${name} identifier="${prefix}${i + 1}"${attributes(i)}>${text}</${name}>`).join('')
  }
  switch (part.type) {
    case 'judge': {
      const options =
        '<simpleChoice identifier="true">对</simpleChoice><simpleChoice identifier="false">错</simpleChoice>'
      return {
        declarations: [declaration(id, 'single', 'identifier', correct([String(part.value)]))],
        body: `${stem}<choiceInteraction responseIdentifier="${id}" shuffle="false" maxChoices="1">${options}</choiceInteraction>`,
        ...matched,
      }
    }
    case 'short': {
      const notes = await xhtml(referenceQuote({ ...part, analysis: '' }))
      const rubric = notes === '' ? '' : `<rubricBlock view="scorer">${notes}</rubricBlock>`
      return {
        declarations: [declaration(id, 'single', 'string')],
        body: `${stem}${rubric}<extendedTextInteraction responseIdentifier="${id}"/>`,
        template: null,
        rules: alone ? null : [],
      }
    }
    case 'order': {
      const items = await choices(part.items, 'simpleChoice', 'I', () => '')
      return {
        declarations: [declaration(id, 'ordered', 'identifier', correct(part.items.map((_, i) => `I${i + 1}`)))],
        body: `${stem}<orderInteraction responseIdentifier="${id}" shuffle="true">${items}</orderInteraction>`,
        ...matched,
      }
    }
    case 'match': {
      const rights = [...new Set(part.pairs.map(({ right }) => right)), ...part.distractors]
      const pairs = part.pairs.map(({ right }, i) => `L${i + 1} T${rights.indexOf(right) + 1}`)
      const lefts = part.pairs.map(({ left }) => left)
      const set = async (texts: string[], prefix: string, max: number) =>
        `<simpleMatchSet>${await choices(texts, 'simpleAssociableChoice', prefix, () => ` matchMax="${max}"`)}</simpleMatchSet>`
      const mapping = `<mapping defaultValue="0">${pairs.map((pair, i) => `<mapEntry mapKey="${pair}" mappedValue="${(part.pairs[i]!.weight ?? usualWeight) / 100}"/>`).join('')}</mapping>`
      return {
        declarations: [declaration(id, 'multiple', 'directedPair', correct(pairs) + mapping)],
        body: `${stem}<matchInteraction responseIdentifier="${id}" shuffle="true" maxAssociations="0">${await set(lefts, 'L', 1)}${await set(rights, 'T', 0)}</matchInteraction>`,
        ...mapped,
      }
    }
    case 'blank':
      return blankPiece(part, id, await xhtml(markBlanks(part.stem)))
    case 'number':
      return numberPiece(part, id, stem)
    case 'code':
      return unusable('QTI 没有编程题')
    case 'single':
    case 'multiple':
    case 'indefinite': {
      const { options } = part
      const single = part.type === 'single'
      const weighed = options.some(({ share }) => share !== null)
      const right = options.flatMap((option, i) => (option.right ? [`C${i + 1}`] : []))
      const entries = options.map(
        (option, i) => `<mapEntry mapKey="C${i + 1}" mappedValue="${decimal(exportedShare(options, option))}"/>`,
      )
      const inner =
        correct(right) +
        (weighed ? `<mapping lowerBound="0" upperBound="1" defaultValue="0">${entries.join('')}</mapping>` : '')
      const still = options.every(({ fixed }) => fixed)
      const listed = await choices(
        options.map(({ text }) => text),
        'simpleChoice',
        'C',
        (i) => (options[i]!.fixed ? ' fixed="true"' : ''),
      )
      return {
        declarations: [declaration(id, single ? 'single' : 'multiple', 'identifier', inner)],
        body: `${stem}<choiceInteraction responseIdentifier="${id}" shuffle="${!still}" maxChoices="${single ? 1 : 0}">${listed}</choiceInteraction>`,
        ...(weighed ? mapped : matched),
      }
    }
  }
}

function numberPiece(part: Extract<SourcePart, { type: 'number' }>, id: string, stem: string): Piece {
  const relative = part.tolerance.endsWith('%')
  const size = part.tolerance.replace('%', '')
  const mode = `toleranceMode="${relative ? 'relative' : 'absolute'}" tolerance="${size} ${size}"`
  const equal = `<equal ${mode}><variable identifier="${id}"/><correct identifier="${id}"/></equal>`
  return {
    declarations: [declaration(id, 'single', 'float', correct([part.value]))],
    body: `${stem}<p><textEntryInteraction responseIdentifier="${id}"/></p>`,
    rules: [`<responseCondition><responseIf>${equal}${addScore(one)}</responseIf></responseCondition>`],
    template: null,
  }
}

function blankPiece(part: Extract<SourcePart, { type: 'blank' }>, id: string, marked: string): Piece {
  const declarations: string[] = []
  const rules: string[] = []
  for (const [i, accepted] of part.blanks.entries()) {
    const blankId = `${id}_${i + 1}`
    if (isText(accepted)) {
      declarations.push(declaration(blankId, 'single', 'string', textMapping(accepted, part.caseSensitive)))
      rules.push(addScore(`<mapResponse identifier="${blankId}"/>`))
    } else {
      const [only] = accepted
      if (!isNumeric(accepted) || accepted.length > 1 || !only || !('value' in only) || only.share !== wholeShare)
        return unusable('QTI 的一个空不能有几种数值，或者又有文字又有数值容差')
      declarations.push(declaration(blankId, 'single', 'float', correct([only.value])))
      const equal = `<equal toleranceMode="absolute" tolerance="${only.tolerance} ${only.tolerance}"><variable identifier="${blankId}"/><correct identifier="${blankId}"/></equal>`
      rules.push(`<responseCondition><responseIf>${equal}${addScore(one)}</responseIf></responseCondition>`)
    }
  }
  if (part.caseSensitive && part.blanks.every(isNumeric)) return unusable('QTI 的数值不能区分大小写')
  const body = replaceMarks(marked, (index) => `<textEntryInteraction responseIdentifier="${id}_${index + 1}"/>`)
  return { declarations, body, rules, template: null }
}

function textMapping(accepted: Accepted[], caseSensitive: boolean): string {
  const texts = accepted.flatMap((one_) => ('text' in one_ ? [one_] : []))
  const entries = texts.map(
    ({ text, share }) =>
      `<mapEntry mapKey="${escapeXml(text)}" mappedValue="${decimal(share)}"${caseSensitive ? '' : ' caseSensitive="false"'}/>`,
  )
  return `${correct([texts[0]!.text])}<mapping defaultValue="0">${entries.join('')}</mapping>`
}

/** Manifest of a package, required by learning platforms. */
export function qtiManifest(files: { item: string; pictures: string[] }[], version: '2.1' | '3.0'): string {
  const type = version === '3.0' ? 'imsqti_item_xmlv3p0' : 'imsqti_item_xmlv2p1'
  const schema = version === '3.0' ? 'QTI Package' : 'QTIv2.1 Package'
  const resources = files.map(({ item, pictures }, i) => {
    const all = [item, ...pictures].map((name) => `<file href="${escapeXml(name)}"/>`).join('')
    return `<resource identifier="RES-${i + 1}" type="${type}" href="${escapeXml(item)}">${all}</resource>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="MANIFEST-1"><metadata><schema>${schema}</schema><schemaversion>${version === '3.0' ? '3.0.0' : '1.0.0'}</schemaversion></metadata><organizations/><resources>${resources.join('')}</resources></manifest>\n`
}
