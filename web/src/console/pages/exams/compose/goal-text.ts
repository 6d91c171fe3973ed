/** Text with the number of points that a paper lacks or has beyond its goal. */
export function goalText(points: number, goal: number | null): { text: string; isMet: boolean } {
  if (goal === null) return { text: '', isMet: true }
  const left = Math.round((goal - points) * 100) / 100
  if (left === 0) return { text: '分值正好', isMet: true }
  return { text: left > 0 ? `还差 ${left} 分` : `多出 ${-left} 分`, isMet: false }
}
