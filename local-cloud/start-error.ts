/** What keeps the local cloud from starting. */
type Obstacle = "port" | "directory" | "engine";

/** The local cloud can't start. The message says what is wrong; its caller can add which of its settings to change. */
export class StartError extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, message: string, options?: ErrorOptions) {
    super(message, options);
    this.obstacle = obstacle;
  }
}
