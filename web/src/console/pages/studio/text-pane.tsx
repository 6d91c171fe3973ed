import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import Users from 'lucide-react/icons/users'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../../ui/use-media'
import { callStaff } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { FollowedEditor } from '../../kit/followed-editor'
import { SaveLine, TextConflict } from '../../kit/save-line'
import { Failure, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { useLoadedText, useTextSync } from '../../kit/use-text-sync'
import { addResource } from './add-resource'
import { MarkdownEditorField, type MarkdownEditorHandle } from './markdown-editor-field'
import { reloadStudio } from './reload'
import { snippetsOf } from './snippets'
import { TextPreview } from './text-preview'
import { usePresence } from './use-presence'

interface TextPaneProps {
  item: StudioItem
  node: Pick<TreeNode, 'title' | 'state'>
  path: string
}

const load = (id: string, path: string) => callStaff('GET /staff/v1/studio_text', { id, path })

/**
 * Replaces a text in the draft. Tries twice, because the editor that wrote the text may be saving for the last time.
 */
async function swapSaved(id: string, path: string, old: string, next: string): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    const { text, hash } = await load(id, path)
    if (text.includes(old)) {
      await callStaff('POST /staff/v1/studio_save', { id, path, text: text.replace(old, () => next), base: hash })
      return reloadStudio()
    }
    await new Promise((resolve) => setTimeout(resolve, 3000))
  }
}

/** A text of the curriculum: editor and, beside it, what students will see. */
export function TextPane({ item, node, path }: TextPaneProps) {
  const me = useSignedInStaff()
  const text = useLoadedText(me.person.id, `${item.id}:${path}`, () => load(item.id, path))
  if (text.error) return <Failure error={text.error} noun="正文" onRetry={text.retry} />
  if (!text.loaded) return <TableSkeleton height={40} />
  return <OpenText item={item} node={node} path={path} loaded={text.loaded} />
}

type Loaded = NonNullable<ReturnType<typeof useLoadedText>['loaded']>

function OpenText({ item, node, path, loaded }: TextPaneProps & { loaded: Loaded }) {
  const isRoomy = useMedia('(min-width: 1200px)')
  const [shown, setShown] = useState<'text' | 'preview'>('text')
  const editor = useRef<MarkdownEditorHandle>(null)
  const [followed] = useState(() => new FollowedEditor())
  const { id } = item
  const { sync, view } = useTextSync(loaded, {
    load: () => load(id, path),
    save: async (text, base) => {
      const saved = await callStaff('POST /staff/v1/studio_save', { id, path, text, base })
      void reloadStudio()
      return saved
    },
  })
  const others = usePresence(id, path, sync, `${item.draft?.updatedAt ?? 0} ${node.title} ${node.state}`)
  const goToLine = (line: number) => {
    // On narrow windows the editor is hidden behind the preview and cannot take the focus.
    flushSync(() => setShown('text'))
    editor.current?.go(line)
  }
  const preview = <TextPreview id={id} path={path} text={view.text} editor={followed} onLine={goToLine} />
  const snippets = useOwnSnippets(item)
  const isPreview = !isRoomy && shown === 'preview'
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2.5">
        <h2 className="min-w-0 truncate text-15 font-semibold">{node.title}</h2>
        <span className="truncate text-12 text-ink-3">{path}</span>
        <span className="flex-1" />
        {others.length > 0 && (
          <StateTag tone="amber" icon={<Users size={12} />}>
            {others.join('、')} 也在改这一节
          </StateTag>
        )}
        <SaveLine view={view} />
        {!isRoomy && (
          <ConsoleButton kind="page" size="small" onClick={() => setShown(isPreview ? 'text' : 'preview')}>
            {isPreview ? '回到编辑' : '预览'}
          </ConsoleButton>
        )}
      </div>
      <div className="grid min-h-96 flex-1 grid-cols-[minmax(0,1fr)] gap-3.5 wide:grid-cols-2">
        <div className={isPreview ? 'hidden' : 'contents'}>
          <MarkdownEditorField
            ref={editor}
            curriculum={id}
            addFile={
              item.kind === 'textbook'
                ? async (file, uploaded) => `@[resource](${await addResource(item, file, uploaded)})`
                : undefined
            }
            swapSaved={(old, next) => swapSaved(id, path, old, next)}
            {...snippets}
            label={`${node.title} 的正文`}
            value={view.text}
            onChange={(text) => sync.edit(text)}
            onPlace={(place) => followed.move(place)}
            onSave={() => void sync.flush()}
          />
        </div>
        {(isRoomy || isPreview) && preview}
      </div>
      <TextConflict sync={sync} view={view} />
    </div>
  )
}

/**
 * Questions and resources of the curriculum for the slash menu; the questions are loaded when the menu opens for the
 * first time.
 */
function useOwnSnippets({ id, kind, resources }: StudioItem) {
  const [isAsked, setIsAsked] = useState(false)
  const { data } = useStaffCall(
    'GET /staff/v1/bank_questions',
    { bank: id, limit: 200 },
    { enabled: isAsked && kind === 'textbook', staleTime: 30_000 },
  )
  return { snippets: snippetsOf(data?.list ?? [], resources), onMenu: () => setIsAsked(true) }
}
