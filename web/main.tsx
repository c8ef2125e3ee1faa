import { render } from "preact";
import { App } from "./app.js";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/buttons.css";
import "./styles/forms.css";
import "./styles/tables.css";
import "./styles/states.css";
import "./styles/dialogs.css";
import "./styles/content.css";
import "./styles/layout.css";
import "./styles/screens.css";
import "./styles/data.css";
import "./styles/stats.css";
import "./styles/admin.css";
import "./styles/coaching.css";
import "./styles/home.css";

render(<App />, document.body);
