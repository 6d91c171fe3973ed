enum Direction { Up, Down, Left = 10, Right }
enum Level { Low = 'LOW', High = 'HIGH' }
const enum Flag { A = 1, B = A << 1, C = A | B }
console.log(Direction.Up, Direction[1], Direction.Right, Direction['Left'], Level.High, Flag.C)
console.log(Direction, Level, Object.keys(Direction).length, Object.values(Level))
function move(d: Direction): string { switch (d) { case Direction.Up: return '上'; case Direction.Down: return '下'; default: return Direction[d]! } }
console.log([Direction.Up, Direction.Down, Direction.Right].map(move))
