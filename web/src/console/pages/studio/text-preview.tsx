import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { ApiError } from '../../../api/error'
import '../../../features/reader/chapter.css'
import { ProgramRunner } from '../../../features/code-cell/program-runner'
import { appearanceVariables, parseAppearance } from '../../../features/reader/appearance'
import { resourceKinds } from '../../../features/reader/body/resource-card'
import { TextTabs } from '../../../features/reader/body/text-tabs'
import { fontPx } from '../../../features/reader/theme'
import { Prose } from '../../../ui/prose'
import { useMounts } from '../../../ui/use-mounts'
import { callStaff, type StaffData } from '../../api/client'
import type { FollowedEditor } from '../../kit/followed-editor'
import { RenderedPreview } from '../../kit/rendered-preview'
import { runAsStaff } from '../../kit/run-as-staff'
import { Failure, TableSkeleton } from '../../kit/states'
import { useSettled } from '../bank/question-preview'
import { PreviewCell, PreviewQuestion } from './preview-embeds'

const name = 'POST /staff/v1/studio_preview'
type Preview = StaffData<typeof name>

interface TextPreviewProps {
  id: string
  path: string
  text: string
  editor: FollowedEditor
  /** Opens a line of the text in the editor. */
  onLine(line: number): void
}

/** The text as the importer renders it, with its problems by line. */
export function TextPreview({ id, path, text, editor, onLine }: TextPreviewProps) {
  const settled = useSettled(text, 400)
  const { data, error, refetch } = useQuery<Preview, ApiError>({
    queryKey: [name, id, path, settled],
    queryFn: ({ signal }) => callStaff(name, { id, path, text: settled }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (error && !data) return <Failure error={error} noun="预览" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={40} />
  return (
    <RenderedPreview {...data} editor={editor} onLine={onLine}>
      {data.title && <h1 className="mb-3 text-23 leading-tight font-semibold">{data.title}</h1>}
      <PreviewBody preview={data} />
    </RenderedPreview>
  )
}

/**
 * Content of a preview. Without `datasets` programs cannot run: a person with only the link has no account to count
 * runs for.
 */
type PreviewText = Pick<Preview, 'html' | 'questions' | 'resources'> & Partial<Pick<Preview, 'datasets'>>

/** The reader's settings before a student changes them. */
const readerStyle: CSSProperties = { fontSize: `${fontPx(50) / 16}rem`, ...appearanceVariables(parseAppearance(null)) }

/** The rendered text with its questions, resources and runnable cells. */
export function PreviewBody({ preview }: { preview: PreviewText }) {
  const body = useRef<HTMLDivElement>(null)
  const mounts = useMounts(body, preview.html, (element) => embedsOf(element, preview))
  return (
    <ProgramRunner value={runAsStaff}>
      <div ref={body} key={preview.html} style={readerStyle}>
        <Prose html={preview.html} className="reader-text" />
      </div>
      {mounts.map(({ key, place, content }) => createPortal(content, place, key))}
    </ProgramRunner>
  )
}

function embedsOf(body: HTMLElement, { questions, resources, datasets }: PreviewText) {
  const embeds: { key: string; place: Element; content: ReactNode }[] = []
  const add = (place: Element, content: ReactNode) => embeds.push({ key: `${embeds.length}`, place, content })
  const boxes = [...body.querySelectorAll<HTMLElement>('div[data-question]')]
  boxes.forEach((box, at) => {
    const label = `随堂测 ${at + 1}/${boxes.length}`
    const question = questions.find(({ id }) => id === box.dataset.question)
    add(
      placeIn(box),
      question ? (
        <PreviewQuestion question={question} label={label} />
      ) : (
        <EmbedCard label={label} text="题目还没有发布，请先在题库里发布" />
      ),
    )
  })
  for (const box of body.querySelectorAll<HTMLElement>('div[data-resource]')) {
    const resource = resources.find(({ id }) => id === box.dataset.resource)
    const label = resourceKinds[resource?.kind as keyof typeof resourceKinds] ?? '资源'
    add(placeIn(box), <EmbedCard label={label} text={resource?.title ?? '没有这个资源'} />)
  }
  for (const tabs of body.querySelectorAll('[data-tabs]')) {
    const place = mountPoint()
    tabs.prepend(place)
    add(place, <TextTabs tabs={tabs} id={`tabs-${embeds.length}`} />)
  }
  for (const pre of datasets ? body.querySelectorAll<HTMLElement>('pre[data-cell]') : []) {
    const { language = 'python', stdin = '', db } = pre.dataset
    const code = pre.querySelector('code') ?? pre
    const place = mountPoint()
    pre.after(place)
    pre.hidden = true
    add(
      place,
      <PreviewCell
        language={language as CodeLanguage}
        source={code.textContent ?? ''}
        html={code.innerHTML}
        stdin={stdin}
        setup={(db && datasets?.[db]) || ''}
      />,
    )
  }
  return embeds
}

/** Element that is not part of the text; `chapter.css` gives it the type of the interface. */
function mountPoint(): HTMLElement {
  const place = document.createElement('div')
  place.dataset.mount = ''
  return place
}

function placeIn(box: Element): Element {
  const place = mountPoint()
  box.replaceChildren(place)
  return place
}

function EmbedCard({ label, text }: { label: string; text: string }) {
  return (
    <div className="my-3 rounded-card bg-fill px-4 py-3">
      <p className="text-12 font-semibold text-primary">{label}</p>
      <p className="mt-0.5">{text}</p>
    </div>
  )
}
