import { Component, type ComponentChildren } from "preact";
import { href } from "../src/location.js";
import { Problem } from "./problem.js";
import { Screen } from "./screen.js";

const MESSAGE = "This page cannot be shown. That is a defect of the console.";

const Broken = () => (
  <Screen title="Something went wrong">
    <Problem of={{ code: "INTERNAL", message: MESSAGE }} retry={() => location.reload()} />
    <p>
      <a href={href("/")}>Go to the start</a>
    </p>
  </Screen>
);

interface Props {
  /** Another one is another chance. */
  url: string;
  children: ComponentChildren;
}

/** Where showing what is in it fails, that is said, and how to get away. */
export class Boundary extends Component<Props, { failedAt?: string }> {
  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failedAt: this.props.url });
  }

  override render({ url, children }: Props) {
    return this.state.failedAt === url ? <Broken /> : children;
  }
}
