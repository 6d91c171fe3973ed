/** Result of an extension: how many students got more time, and how many did not. */
export function extendedText({ students, skipped }: { students: number; skipped: number }, minutes: number): string {
  const rest = skipped > 0 ? `（${skipped} 人已交卷或不能再开始，没有延长）` : ''
  return `已给 ${students} 人延长 ${minutes} 分钟${rest}`
}
