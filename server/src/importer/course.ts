import { posix } from 'node:path'
import { emptyChapter, type NewChapter, stageText, type TextSource } from './chapters'
import type { Manifest } from './manifest'
import type { CourseManifest } from './schemas'
import type { StagedChapter, StagedResource } from './stage'

export interface StagedContents {
  chapters: StagedChapter[]
  resources: StagedResource[]
}

export async function stageCourse(
  source: TextSource,
  { data, line }: Manifest<CourseManifest>,
  file: string,
): Promise<StagedContents> {
  const { folderMedia, context } = source
  const chapters: StagedChapter[] = []
  const resources: StagedResource[] = []
  for (const [i, part] of data.chapters.entries()) {
    const partSlug = part.slug ?? `part-${part.lessons[0]!.slug}`
    chapters.push(
      emptyChapter({ slug: partSlug, title: part.title, kind: 'part', parent: null, after: null, free: false }),
    )
    for (const [j, lesson] of part.lessons.entries()) {
      const at = (key: string) => ({ file, line: line('chapters', i, 'lessons', j, key) })
      const { slug, title, free } = lesson
      const kind = lesson.video ? 'video' : 'text'
      const chapter: NewChapter = { slug, title, kind, parent: partSlug, after: null, free }
      const staged =
        (lesson.notes
          ? await stageText(source, { chapter, path: lesson.notes, line: at('notes').line, manifest: file })
          : null) ?? emptyChapter(chapter)
      const video = lesson.video ? await folderMedia.video(lesson.video, at('video')) : null
      const subtitles = lesson.subtitles ? await folderMedia.file(lesson.subtitles, at('subtitles')) : null
      if (subtitles && !subtitles.key.endsWith('.vtt'))
        context.problems.error(file, at('subtitles').line, '字幕要用 WebVTT（.vtt）')
      const durationSeconds = Math.round(video?.media.durationSeconds ?? 0)
      const minutes = staged.minutes + Math.ceil(durationSeconds / 60)
      chapters.push({ ...staged, video, subtitles, durationSeconds, minutes })
      for (const [k, material] of lesson.materials.entries()) {
        const media = await folderMedia.file(material.file, {
          file,
          line: line('chapters', i, 'lessons', j, 'materials', k),
        })
        if (!media) continue
        const kind = media.kind === 'image' ? 'file' : media.kind
        resources.push({
          slug: `${slug}-${k + 1}`,
          title: material.title,
          kind,
          chapter: slug,
          media: { media, poster: null },
          url: null,
          body: null,
          name: posix.basename(material.file),
        })
      }
    }
  }
  return { chapters, resources }
}
