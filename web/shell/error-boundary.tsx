import { Component, type ComponentChildren } from "preact";
import { href } from "../lib/location.js";
import { ProblemAlert } from "../parts/page/problem-alert.js";
import { Screen } from "../parts/page/screen.js";

const MESSAGE = "This page can't be shown because of an error in the console.";

const BrokenPage = () => (
  <Screen title="Something went wrong">
    <ProblemAlert
      problem={{ code: "INTERNAL", message: MESSAGE }}
      onRetry={() => location.reload()}
    />
    <p>
      <a href={href("/")}>Go to the start page</a>
    </p>
  </Screen>
);

interface BoundaryProps {
  /** A new URL clears the error. */
  url: string;
  children: ComponentChildren;
}

/** Replaces a page that fails to render with an error message and a way out. */
export class ErrorBoundary extends Component<BoundaryProps, { failedAt?: string }> {
  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failedAt: this.props.url });
  }

  override render({ url, children }: BoundaryProps) {
    return this.state.failedAt === url ? <BrokenPage /> : children;
  }
}
