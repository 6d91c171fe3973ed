import { join } from 'node:path'

export const video = join(import.meta.dirname, '../content/courses/database-practice/videos/split.mp4')
